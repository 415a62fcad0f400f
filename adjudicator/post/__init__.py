"""Mail for a root of campaigns: incoming mail is sorted and answered, and each letter is sent once."""
