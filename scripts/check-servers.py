#!/usr/bin/env python3
"""Sends requests to servers that others wrote, over each protocol that they speak, and prints a table of what happened.

    mvn -q compile
    scripts/check-servers.py --servers nginx,apache,caddy,h2o,tomcat,jetty,node,go

Each server gets a page of some 600 bytes and a file of 1 MB, on free ports of the loopback interface, in clear text and
over TLS with a certificate of its own. A row is a server and a protocol, a column a kind of run: requests that were ok
of those that were sent, the protocol that was negotiated, or the first line of what went wrong. What is not installed is
named and left out; jetty and tomcat are libraries, whose jars Maven finds. Needs openssl. GO names the go program to use.
"""

import argparse
import getpass
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

CLIENT = os.environ.get("SWIPESTORM") or str(pathlib.Path(__file__).resolve().parent / "swipestorm")
GO = os.environ.get("GO", "go")
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"
RUN_SECONDS = 300
CLEAR, SECURE = "http", "https"

RUNS = {
    "page": (["/page.html", "-n", "4000", "-t", "20"], []),
    "1 MB": (["/large.bin", "-n", "100", "-t", "5"], []),
    "HEAD": (["/page.html", "-X", "HEAD", "-n", "200", "-t", "5"], []),
    "new connections": (["/page.html", "-n", "200", "-t", "5", "--no-keepalive"], ["h2c", "h2"]),
    "100 streams": (["/page.html", "-n", "4000", "-t", "200", "--connections", "2", "--streams", "100"], ["http", "https"]),
}
PROTOCOLS = {
    "http": (CLEAR, []),
    "https": (SECURE, ["--insecure"]),
    "h2c": (CLEAR, ["--http", "2"]),
    "h2": (SECURE, ["--http", "2", "--insecure"]),
}

NGINX = """
daemon off; worker_processes 1; pid nginx.pid; error_log error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off; types {{ text/html html; }}
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  server {{ listen 127.0.0.1:{http}; root {folder}/files; }}
  server {{ listen 127.0.0.1:{h2c} http2; root {folder}/files; }}
  server {{ listen 127.0.0.1:{https} ssl http2; ssl_certificate certificate.pem; ssl_certificate_key key.pem; root {folder}/files; }}
}}
"""
APACHE = """
ServerRoot "{folder}"
PidFile "{folder}/apache.pid"
ErrorLog "{folder}/error.log"
ServerName localhost
DefaultRuntimeDir "{folder}"
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule mime_module {modules}/mod_mime.so
LoadModule socache_shmcb_module {modules}/mod_socache_shmcb.so
LoadModule ssl_module {modules}/mod_ssl.so
LoadModule http2_module {modules}/mod_http2.so
TypesConfig /dev/null
MaxKeepAliveRequests 0
DocumentRoot "{folder}/files"
Listen 127.0.0.1:{http}
Listen 127.0.0.1:{h2c}
Listen 127.0.0.1:{https}
<VirtualHost 127.0.0.1:{h2c}>
  Protocols h2c http/1.1
</VirtualHost>
<VirtualHost 127.0.0.1:{https}>
  Protocols h2 http/1.1
  SSLEngine on
  SSLCertificateFile "{folder}/certificate.pem"
  SSLCertificateKeyFile "{folder}/key.pem"
</VirtualHost>
"""
CADDY = """
{{
  admin off
  auto_https off
  storage file_system {folder}/caddy
  servers :{h2c} {{
    protocols h1 h2c
  }}
}}
http://127.0.0.1:{http} {{
  root * {folder}/files
  file_server
}}
http://127.0.0.1:{h2c} {{
  root * {folder}/files
  file_server
}}
https://127.0.0.1:{https} {{
  tls {folder}/certificate.pem {folder}/key.pem
  root * {folder}/files
  file_server
}}
"""
H2O = """
user: {user}
pid-file: {folder}/h2o.pid
error-log: {folder}/error.log
listen: {{ host: 127.0.0.1, port: {http} }}
listen:
  host: 127.0.0.1
  port: {https}
  ssl: {{ certificate-file: {folder}/certificate.pem, key-file: {folder}/key.pem }}
hosts:
  default:
    paths:
      "/": {{ file.dir: {folder}/files }}
"""
NODE = """
const fs = require('fs'), http = require('http'), http2 = require('http2');
const files = {{ '/page.html': fs.readFileSync('{folder}/files/page.html'), '/large.bin': fs.readFileSync('{folder}/files/large.bin') }};
const answer = (request, response) => {{
  const file = files[request.url];
  response.statusCode = file ? 200 : 404;
  response.end(request.method === 'HEAD' ? undefined : file);
}};
http.createServer(answer).listen({http}, '127.0.0.1');
http2.createServer(answer).listen({h2c}, '127.0.0.1');
const secrets = {{ cert: fs.readFileSync('{folder}/certificate.pem'), key: fs.readFileSync('{folder}/key.pem'), allowHTTP1: true }};
http2.createSecureServer(secrets, answer).listen({https}, '127.0.0.1');
"""
GO_SERVER = """package main

import "net/http"

func main() {{
	files := http.FileServer(http.Dir("{folder}/files"))
	go http.ListenAndServe("127.0.0.1:{http}", files)
	unencrypted := new(http.Protocols)
	unencrypted.SetHTTP1(true)
	unencrypted.SetUnencryptedHTTP2(true)
	server := http.Server{{Addr: "127.0.0.1:{h2c}", Handler: files, Protocols: unencrypted}}
	go server.ListenAndServe()
	panic(http.ListenAndServeTLS("127.0.0.1:{https}", "{folder}/certificate.pem", "{folder}/key.pem", files))
}}
"""

JETTY = """
import java.nio.file.Path;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.*;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

public class Main {{
    public static void main(String[] args) throws Exception {{
        Server server = new Server();
        HttpConfiguration plain = new HttpConfiguration();
        HttpConfiguration secure = new HttpConfiguration();
        secure.addCustomizer(new SecureRequestCustomizer(false));
        listen(server, {http}, new HttpConnectionFactory(plain));
        listen(server, {h2c}, new HttpConnectionFactory(plain), new HTTP2CServerConnectionFactory(plain));
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath("{folder}/server.p12");
        tls.setKeyStorePassword("changeit");
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol("http/1.1");
        listen(server, {https}, new SslConnectionFactory(tls, alpn.getProtocol()), alpn, new HTTP2ServerConnectionFactory(secure),
                new HttpConnectionFactory(secure));
        ResourceHandler files = new ResourceHandler();
        files.setBaseResource(ResourceFactory.of(files).newResource(Path.of("{folder}/files")));
        server.setHandler(files);
        server.start();
    }}

    private static void listen(Server server, int port, ConnectionFactory... factories) {{
        ServerConnector connector = new ServerConnector(server, factories);
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        server.addConnector(connector);
    }}
}}
"""
TOMCAT = """
import java.util.List;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.*;

public class Main {{
    public static void main(String[] args) throws Exception {{
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir("{folder}/tomcat");
        for (int port : List.of({http}, {h2c}, {https})) {{
            Http11NioProtocol protocol = new Http11NioProtocol();
            protocol.setMaxKeepAliveRequests(-1);
            Connector connector = new Connector(protocol);
            connector.setPort(port);
            if (port != {http}) {{
                connector.addUpgradeProtocol(new Http2Protocol());
            }}
            if (port == {https}) {{
                protocol.setSSLEnabled(true);
                connector.setScheme("https");
                SSLHostConfig host = new SSLHostConfig();
                SSLHostConfigCertificate own = new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
                own.setCertificateFile("{folder}/certificate.pem");
                own.setCertificateKeyFile("{folder}/key.pem");
                host.addCertificate(own);
                protocol.addSslHostConfig(host);
            }}
            tomcat.getService().addConnector(connector);
        }}
        var context = tomcat.addContext("", "{folder}/files");
        Tomcat.addServlet(context, "files", new DefaultServlet());
        context.addServletMappingDecoded("/*", "files");
        tomcat.start();
        tomcat.getServer().await();
    }}
}}
"""
POM = """<project>
  <modelVersion>4.0.0</modelVersion><groupId>check</groupId><artifactId>check</artifactId><version>1</version>
  <dependencies>{}</dependencies>
</project>
"""
DEPENDENCY = "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>"
JARS = {
    "jetty": [("org.eclipse.jetty", "jetty-server", "12.1.5"), ("org.eclipse.jetty.http2", "jetty-http2-server", "12.1.5"),
              ("org.eclipse.jetty", "jetty-alpn-java-server", "12.1.5")],
    "tomcat": [("org.apache.tomcat.embed", "tomcat-embed-core", "11.0.24")],
}


def class_path(name, folder):
    """Maven finds the jars of a server that is a library."""
    pom = folder / "pom.xml"
    pom.write_text(POM.format("".join(DEPENDENCY.format(*jar) for jar in JARS[name])))
    found = subprocess.run(
        ["mvn", "-q", "-B", "-f", pom, "dependency:build-classpath", f"-Dmdep.outputFile={folder}/classpath"], capture_output=True, text=True)
    if found.returncode != 0:
        stop(f"Maven found no jars for {name}: {(found.stdout.strip().splitlines() or [''])[0]}")
    return (folder / "classpath").read_text()


def apache_modules():
    return next((str(place) for place in map(pathlib.Path, ("/usr/lib/apache2/modules", "/usr/lib64/httpd/modules")) if place.is_dir()), "")


# By server: its program, its configuration's file and text, its command, what tells its version, and its protocols.
SERVERS = {
    "nginx": ("nginx", "nginx.conf", NGINX, ["nginx", "-p", "{folder}", "-c", "{folder}/nginx.conf"], ["nginx", "-v"], list(PROTOCOLS)),
    "apache": ("apache2", "apache.conf", APACHE, ["apache2", "-X", "-f", "{folder}/apache.conf"], ["apache2", "-v"], list(PROTOCOLS)),
    "caddy": ("caddy", "Caddyfile", CADDY, ["caddy", "run", "--config", "{folder}/Caddyfile"], ["caddy", "version"], list(PROTOCOLS)),
    # It speaks HTTP/2 in clear text on the port of HTTP/1.1.
    "h2o": ("h2o", "h2o.conf", H2O, ["h2o", "-c", "{folder}/h2o.conf"], ["h2o", "-v"], list(PROTOCOLS)),
    "node": ("node", "server.js", NODE, ["node", "{folder}/server.js"], ["node", "--version"], list(PROTOCOLS)),
    "tomcat": ("mvn", "Main.java", TOMCAT, ["java", "-cp", "{classpath}", "{folder}/Main.java"], None, list(PROTOCOLS)),
    "jetty": ("mvn", "Main.java", JETTY, ["java", "-cp", "{classpath}", "{folder}/Main.java"], None, list(PROTOCOLS)),
    "go": (GO, "server.go", GO_SERVER, [GO, "run", "{folder}/server.go"], [GO, "version"], list(PROTOCOLS)),
}


def stop(message, code=1):
    print(message, file=sys.stderr)
    raise SystemExit(code)


def parse_options():
    parser = argparse.ArgumentParser(
        prog="scripts/check-servers.py", description=__doc__, allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.error = lambda message: stop(f"{message} (--help lists the flags)", 2)
    parser.add_argument("--servers", default=",".join(SERVERS), metavar="LIST", help="default %(default)s")
    parser.add_argument("--transport", default="nio", choices=["nio", "classic"], help="default %(default)s")
    options = parser.parse_args()
    options.servers = options.servers.split(",")
    for name in options.servers:
        if name not in SERVERS:
            stop(f"no such server: '{name}' (there are {', '.join(SERVERS)})", 2)
    return options


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def make_files(folder):
    folder.chmod(0o755)  # workers of some servers are not root
    (folder / "files").mkdir()
    (folder / "files" / "page.html").write_text("<!doctype html><title>page</title>" + "<p>text</p>" * 50)
    (folder / "files" / "large.bin").write_bytes(bytes(1 << 20))
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", folder / "key.pem",
         "-out", folder / "certificate.pem"], capture_output=True, text=True)
    if made.returncode != 0:
        stop(f"openssl made no certificate: {made.stderr.strip()}")
    subprocess.run(
        ["openssl", "pkcs12", "-export", "-in", folder / "certificate.pem", "-inkey", folder / "key.pem", "-out", folder / "server.p12",
         "-passout", "pass:changeit"], check=True, capture_output=True)


def version(name):
    if name in JARS:
        return JARS[name][0][2]
    command = SERVERS[name][4]
    said = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PATH": PATH})
    found = re.search(r"\d+\.\d+[.\d]*", said.stdout + said.stderr)
    return found[0] if found else "?"


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    except OSError:
        return False


def start(name, folder, ports):
    program, file, text, command, _, _ = SERVERS[name]
    classpath = class_path(name, folder) if name in JARS else ""
    values = {"classpath": classpath, "folder": folder, "modules": apache_modules(), "user": getpass.getuser(), **ports}
    (folder / file).write_text(text.format(**values))
    process = subprocess.Popen(
        [word.format(**values) for word in command], cwd=folder, stdin=subprocess.DEVNULL, stdout=(folder / "out").open("w"),
        stderr=subprocess.STDOUT, start_new_session=True, env={**os.environ, "PATH": PATH})
    for _ in range(600):
        if answers(ports["http"]) and answers(ports["https"]):
            return process
        if process.poll() is not None:
            break
        time.sleep(0.1)
    end(process)
    stop(f"{name} did not start: {(folder / 'out').read_text().strip()[-300:]}")


def end(process):
    try:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=10)
    except (ProcessLookupError, subprocess.TimeoutExpired):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def run_client(url, words, transport, output):
    return subprocess.run(
        [CLIENT, "run", url + words[0], *words[1:], "--transport", transport, "--records", "none", "--no-probe", "--self-warmup", "none",
         "--quiet", "--output", str(output)], capture_output=True, text=True, timeout=RUN_SECONDS)


def try_run(url, words, transport, folder):
    # A run that was ended leaves files behind, which the next one would refuse.
    output = pathlib.Path(tempfile.mkdtemp(prefix="run", dir=folder))
    try:
        done = run_client(url, words, transport, output)
    except subprocess.TimeoutExpired:
        return f"no end within {RUN_SECONDS} s"
    summary = output / "summary.json"
    if not summary.exists():
        return (done.stderr.strip().splitlines() or ["nothing was printed"])[0]
    content = json.loads(summary.read_text())
    shutil.rmtree(output)
    ok, sent = content["requests"]["ok"], content["requests"]["planned"]
    failures = ", ".join(f"{count:,} {kind}" for kind, count in (content.get("failures") or {}).items()) if ok < sent else ""
    return f"{ok:,} of {sent:,}" + (f" ({failures or 'exit code ' + str(done.returncode)})" if ok < sent else "")


def main():
    options = parse_options()
    if not shutil.which("openssl"):
        stop("openssl is not installed", 2)
    print(f"| server | protocol | {' | '.join(RUNS)} |\n|---|---|{'---|' * len(RUNS)}")
    code = 0
    for name in options.servers:
        program, _, _, _, _, protocols = SERVERS[name]
        if not shutil.which(program, path=PATH):
            print(f"{name} is not installed", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory(prefix="check-servers-") as directory:
            folder = pathlib.Path(directory)
            make_files(folder)
            http, h2c, https = free_ports(3)
            ports = {"http": http, "h2c": h2c, "https": https}
            server = start(name, folder, ports)
            try:
                for protocol in protocols:
                    scheme, flags = PROTOCOLS[protocol]
                    port = https if scheme == SECURE else h2c if protocol == "h2c" and "{h2c}" in SERVERS[name][2] else http
                    cells = []
                    for words, not_for in RUNS.values():
                        if protocol in not_for or options.transport == "classic" and protocol in ("h2c", "h2"):
                            cells.append("")
                            continue
                        cell = try_run(f"{scheme}://127.0.0.1:{port}", [*words, *flags], options.transport, folder)
                        cells.append(cell)
                        code = code if re.fullmatch(r"([\d,]+) of \1", cell) else 1
                    print(f"| {name} {version(name)} | {protocol} | {' | '.join(cells)} |", flush=True)
            finally:
                end(server)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
