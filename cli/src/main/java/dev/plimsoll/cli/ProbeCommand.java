package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.server.http.Probe;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll probe}. */
@Command(
    name = "probe",
    mixinStandardHelpOptions = true,
    description = {
      "Checks a service's health, for images without shell and curl. Exit code 0 for a status"
          + " from 200 to 399, as for a probe of kubelet. Else exit code 1."
    },
    footer = {
      "",
      "Verifies certificates against Java's trusted authorities, except for loopback"
          + " addresses. Doesn't follow redirects.",
      "Example: plimsoll probe http://127.0.0.1:8888/healthz"
    })
final class ProbeCommand implements Callable<Integer> {
  private static final int MAX_TIMEOUT = 60;
  private static final int MAX_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "URL", description = "The address to check, http or https.")
  private String url;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description = "The longest wait for the answer, in seconds (default: ${DEFAULT-VALUE}).")
  private int timeout;

  @ArgGroup(exclusive = false)
  private @Nullable Client client;

  /** The certificate of the caller. */
  private static final class Client {
    @Option(
        names = "--client-certificate",
        paramLabel = "FILE",
        required = true,
        description = "The client certificate, in PEM.")
    private Path certificate;

    @Option(
        names = "--client-key",
        paramLabel = "FILE",
        required = true,
        description = "The key of the client certificate, in PEM.")
    private Path key;
  }

  /** Only picocli makes one. */
  ProbeCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    Probe probe = new Probe(parsedUrl(), parsedTimeout(), certificate());
    try {
      int status = probe.status();
      return Probe.isGood(status) ? ExitCode.OK : unwell("answered with status " + status);
    } catch (IOException e) {
      return unwell(Optional.ofNullable(e.getMessage()).orElse("no connection"));
    }
  }

  private int unwell(String why) {
    spec.commandLine().getErr().println("error: " + url + ": " + why);
    return ExitCode.WRONG;
  }

  private URI parsedUrl() {
    try {
      URI parsed = URI.create(url);
      if (parsed.getHost() != null
          && parsed.getPort() <= MAX_PORT
          && ("http".equals(parsed.getScheme()) || "https".equals(parsed.getScheme()))) {
        return parsed;
      }
    } catch (IllegalArgumentException e) {
      // The same sentence as for a URL of another kind.
    }
    throw new InputException(
        "invalid URL \"" + url + "\": expected a URL such as http://127.0.0.1:8888/healthz");
  }

  private Duration parsedTimeout() {
    if (timeout < 1 || timeout > MAX_TIMEOUT) {
      throw new InputException(
          "invalid --timeout " + timeout + ": must be from 1 to " + MAX_TIMEOUT + " seconds");
    }
    return Duration.ofSeconds(timeout);
  }

  private Optional<Probe.ClientCertificate> certificate() {
    return Optional.ofNullable(client).map(c -> new Probe.ClientCertificate(c.certificate, c.key));
  }
}
