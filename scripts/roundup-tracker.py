#!/usr/bin/env python3
"""Serves a Roundup issue tracker with 200 users and 100 issues, for the journey in examples/workloads/roundup.yaml.

    python3 -m venv venv && venv/bin/pip install roundup==2.6.0 waitress==3.0.2
    venv/bin/python scripts/roundup-tracker.py --port 18917

The tracker lives in a temporary directory and is removed at the end (Ctrl-C). Users are user0 to user199 with passwords pw0 to pw199.
"""

import argparse
import logging
import os
import re
import signal
import sys
import tempfile

USERS = 200
ISSUES = 100


def create(home, port):
    """Creates the tracker from Roundup's classic template, over SQLite."""
    from roundup import instance, password
    from roundup.demo import install_demo

    os.chdir(sys.prefix)  # where the templates are, share/roundup/templates
    install_demo(home, "sqlite", "classic", use_port=port, use_host="127.0.0.1")
    path = os.path.join(home, "config.ini")
    with open(path) as file:
        config = file.read()
    # Roundup's default of 250,000 rounds makes each sign-in cost 0.2 s of CPU: the run would measure PBKDF2 only.
    config = re.sub(r"(?m)^password_pbkdf2_default_rounds.*", "password_pbkdf2_default_rounds = 10000", config)
    # The demo is served below /demo/.
    config = re.sub(r"(?m)^web = .*", "web = http://127.0.0.1:%d/" % port, config)
    with open(path, "w") as file:
        file.write(config)

    db = instance.open(home).open("admin")
    for i in range(USERS):
        db.user.create(
            username="user%d" % i,
            password=password.Password("pw%d" % i, config=db.config),
            roles="User",
            address="user%d@localhost" % i,
        )
    for i in range(ISSUES):
        db.issue.create(title="Issue number %d" % i, status="1", priority="3")
    db.commit()
    db.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=18917, help="port on 127.0.0.1 (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=8, help="threads that serve (default: %(default)s)")
    options = parser.parse_args()
    try:
        import waitress
        from roundup.cgi.wsgi_handler import RequestDispatcher
    except ImportError as e:
        sys.exit("%s is not installed: venv/bin/pip install roundup==2.6.0 waitress==3.0.2" % e.name)

    # Otherwise each request that waits for a thread is a line.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory(prefix="roundup-") as directory:
        home = os.path.join(directory, "tracker")
        create(home, options.port)
        print("Roundup answers at http://127.0.0.1:%d/; stop it with Ctrl-C" % options.port, flush=True)
        # Waitress accepts 100 connections unless told otherwise; further users would wait for ever.
        waitress.serve(
            RequestDispatcher(home),
            host="127.0.0.1",
            port=options.port,
            threads=options.threads,
            connection_limit=2 * USERS,
        )


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
