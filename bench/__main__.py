"""`python -m bench`: all measurements, one after the other."""

from bench import cutting, pipeline, search, tickets

cutting.main()
pipeline.main()
search.main()
tickets.main()
