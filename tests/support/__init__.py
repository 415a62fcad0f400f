"""What tests share: commands to run, campaigns to run them on, servers, browsers, and what looks for leaks."""
