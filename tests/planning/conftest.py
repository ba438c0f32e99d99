from replay_fixtures import books as books
from replay_fixtures import runs as runs
from replay_fixtures import site as site
