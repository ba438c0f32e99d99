from postgres import fleet_url, postgres

__all__ = ["fleet_url", "postgres"]
