#!/usr/bin/env python3
"""A client of the Shell Adapter with python-socketio: a session that keeps its folder, output as it comes, a command that may be asked about.

Usage: client.py [address]; the token in the variable TOKEN, if the adapter has one.
"""

import os
import sys

import socketio

address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8087"
token = os.environ.get("TOKEN")
# A WebSocket of python-socketio sends an Origin, as a page does, so it is let in by a token alone; polling sends none.
transports = ["polling", "websocket"] if token else ["polling"]
headers = {"Authorization": f"Bearer {token}"} if token else {}

client = socketio.Client(reconnection=False)


@client.on("command_output")
def on_output(event):
    """Print what a command with stream_output prints, while it runs."""
    sys.stdout.write(event["text"])
    sys.stdout.flush()


@client.on("command_confirmation_required")
def on_confirmation(question):
    """Say what waits. With `approver: user` a person answers in Sigma Shell, with `approver: client` confirm_command does."""
    print(f"waits: {question['command']}: {'; '.join(question['reasons'])}", flush=True)


def ask(event, payload):
    """Send an event and return its answer. Raises RuntimeError with the code and the message of a failure."""
    answer = client.call(event, payload, timeout=180)
    if "error" in answer:
        raise RuntimeError(f"{answer['error']['code']}: {answer['error']['message']}")
    return answer


def main():
    client.connect(address, transports=transports, auth={"name": "example in Python"}, headers=headers)
    try:
        print("shell:", ask("shell_metadata", {})["shell"].split(",")[0])
        session = ask("open_session", {})["session_id"]
        ask("execute_command", {"session_id": session, "command": "mkdir -p example && cd example && count=3"})
        result = ask("execute_command", {"session_id": session, "command": "basename $PWD; echo $count"})
        print("the session kept:", result["stdout"].split())
        loop = "for n in 1 2 3; do echo line $n; done"
        result = ask("execute_command", {"session_id": session, "command": loop, "stream_output": True})
        print("exit code:", result["exit_code"])
        result = ask("execute_command", {"session_id": session, "command": "cat missing.txt"})
        print("a failure is a result:", result["exit_code"], result["stderr"])
        ask("close_session", {"session_id": session})
        try:
            ask("execute_command", {"session_id": session, "command": "pwd"})
        except RuntimeError as error:
            print("an error has a code:", str(error).split(":")[0])
    finally:
        client.disconnect()


if __name__ == "__main__":
    main()
