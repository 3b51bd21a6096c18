package dev.plimsoll.stage.install;

import dev.plimsoll.stage.node.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Certificates and their secrets, made by the commands of manifests/README.md. */
public final class Certificates {
  private static final String COMMANDS =
      """
      set -euo pipefail
      cd "$1"
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=plimsoll -keyout ca.key -out ca.crt
      for who in server client; do
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=plimsoll-$who -keyout $who.key -out $who.csr
        openssl x509 -req -in $who.csr -CA ca.crt -CAkey ca.key -days 365 -out $who.crt \\
          -extfile <(echo "subjectAltName=DNS:plimsoll-extender.plimsoll.svc,DNS:plimsoll-console.plimsoll.svc"; echo "extendedKeyUsage=${who}Auth")
      done
      """;

  private final Path folder;

  /** Makes the certificates in a folder. */
  public Certificates(Path folder) throws IOException, InterruptedException {
    this.folder = Files.createDirectories(folder);
    Shell.Output made =
        Shell.run(List.of("bash", "-c", COMMANDS, "certificates", folder.toString()), Map.of());
    if (!made.isSuccess()) {
      throw new IOException("openssl made no certificates: " + made.output());
    }
  }

  /** Gives the extender and the console their secrets. */
  public void store(Kubectl kubectl) throws IOException, InterruptedException {
    for (String secret : List.of("plimsoll-extender-tls", "plimsoll-console-tls")) {
      Shell.Output unused =
          kubectl.run(
              "create",
              "secret",
              "generic",
              secret,
              "-n",
              "plimsoll",
              "--from-file=tls.crt=" + folder.resolve("server.crt"),
              "--from-file=tls.key=" + folder.resolve("server.key"),
              "--from-file=ca.crt=" + folder.resolve("ca.crt"));
    }
  }

  /** Returns the folder with {@code ca.crt}, {@code client.crt} and {@code client.key}. */
  public Path folder() {
    return folder;
  }
}
