"""`python -m fukumi_cluster`."""

import sys

from fukumi_cluster.cli import main

sys.exit(main())
