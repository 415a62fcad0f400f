"""The post of a root of campaigns: mails that come in are sorted and answered, letters go out once."""
