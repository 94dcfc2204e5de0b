"""A relay on this machine between a client and the server, which notes what was asked and answered.

It passes bytes on as they are. A client that insists on https talks to it in TLS, under a certificate made for the run.
"""

import pathlib
import re
import socket
import ssl
import subprocess
import threading

STATUS = re.compile(rb'"status"\s*:\s*(\d+)')


class Relay:
    """Passes a port of 127.0.0.1 on to another one; `notes` gets its name and the status of each answer."""

    def __init__(self, name, target, notes, context=None):
        self.name, self.target, self.notes, self.context = name, target, notes, context
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"{'https' if context else 'http'}://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.listen, daemon=True).start()

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def listen(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            if self.context:
                client = self.context.wrap_socket(client, server_side=True)
            server = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            client.close()
            return
        threading.Thread(target=self.requests, args=(client, server), daemon=True).start()
        self.answers(server, client)

    def requests(self, client, server):
        try:
            while data := client.recv(65536):
                server.sendall(data)
            server.shutdown(socket.SHUT_WR)
        except OSError:
            server.close()

    def answers(self, server, client):
        """A status is noted before the client has the answer, which may come in pieces."""
        seen = b""
        try:
            while data := server.recv(65536):
                seen += data
                while match := STATUS.search(seen):
                    if match.end() == len(seen):
                        break  # more digits may follow
                    self.notes.append((self.name, int(match.group(1))))
                    seen = seen[match.end():]
                client.sendall(data)
        except OSError:
            pass
        client.close()
        server.close()


def certificate(folder):
    """A self-signed certificate for 127.0.0.1, valid for two days: a context, and the certificate's file."""
    key, made = pathlib.Path(folder, "key.pem"), pathlib.Path(folder, "certificate.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", made], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made, key)
    return context, made
