from server_fixture import server as server
