from page_fixtures import page as page
from page_fixtures import read as read
from page_fixtures import read_sample as read_sample
