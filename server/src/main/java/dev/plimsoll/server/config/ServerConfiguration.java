package dev.plimsoll.server.config;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.server.http.HttpSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a service in every role.
 *
 * @param management where probes are answered, in plain HTTP; empty if only the roles answer them
 * @param metrics where {@code /metrics} is answered; empty if only the roles answer it
 * @param access which cluster it watches
 * @param staleAfter how long the API server may be silent before the service is no longer ready
 * @param leaderElection how replicas elect their leader
 */
public record ServerConfiguration(
    Optional<HttpSettings> management,
    Optional<HttpSettings> metrics,
    ClusterAccess access,
    Duration staleAfter,
    LeaderElectionSettings leaderElection) {

  /** The version of the file. */
  public static final String API_VERSION = "config.plimsoll.dev/v1alpha1";

  /** The kind of the file. */
  public static final String KIND = "ServiceConfiguration";

  /** The sections of the file that are read here. */
  public static final Set<String> SECTIONS =
      Set.of("management", "metrics", "cluster", "leaderElection");

  private static final HttpSettings METRICS_DEFAULT =
      new HttpSettings("127.0.0.1", 8082, 4, 16, 1L << 20, Duration.ofSeconds(30));
  private static final ListenSection METRICS_LISTEN =
      new ListenSection(CallerPolicy.CERTIFICATE_OR_TOKEN, Set.of("metrics"));
  private static final Set<String> ELECTION =
      Set.of("leaderElect", "resourceNamespace", "resourceName", "leaseSeconds");

  /** The defaults of a configuration file. */
  public static final ServerConfiguration DEFAULT =
      new ServerConfiguration(
          Optional.empty(),
          Optional.empty(),
          ClusterAccess.DEFAULT,
          Duration.ofMinutes(3),
          LeaderElectionSettings.DEFAULT);

  /** Adds to the document's errors if it isn't of the version and kind that are read. */
  public static void requireType(Section document) {
    require(document, "apiVersion", API_VERSION);
    require(document, "kind", KIND);
  }

  private static void require(Section document, String key, String text) {
    if (!document.text(key).orElse("").equals(text)) {
      document.addError(key, "must be " + text);
    }
  }

  /**
   * Reads the sections; what is wrong is added to the document's errors.
   *
   * @param file beside which the files lie that it names
   */
  public static ServerConfiguration of(Section document, Path file) {
    return of(document, file, DEFAULT);
  }

  /**
   * Reads the sections; what is wrong is added to the document's errors.
   *
   * @param file beside which the files lie that it names
   * @param absent what holds where the file says nothing
   */
  public static ServerConfiguration of(Section document, Path file, ServerConfiguration absent) {
    Section cluster =
        document.section("cluster", Set.of("kubeconfig", "context", "staleAfterSeconds"));
    return new ServerConfiguration(
        management(document.section("management", Set.of("address", "port"))),
        metrics(document, file, absent.metrics()),
        new ClusterAccess(cluster.parsedText("kubeconfig", Path::of), cluster.text("context")),
        Duration.ofSeconds(
            cluster.number("staleAfterSeconds", absent.staleAfter().toSeconds(), 10, 86_400)),
        leaderElection(document.section("leaderElection", ELECTION), absent.leaderElection()));
  }

  /** A few threads of its own, because health must be told however many calls wait elsewhere. */
  private static Optional<HttpSettings> management(Section management) {
    String address = management.text("address").orElse("0.0.0.0");
    int port = (int) management.number("port", 0, 0, 65_535);
    if (!management.has("port")) {
      if (management.has("address")) {
        management.addError("port", "is required");
      }
      return Optional.empty();
    }
    return Optional.of(new HttpSettings(address, port, 2, 16, 0, Duration.ofSeconds(10)));
  }

  private static Optional<HttpSettings> metrics(
      Section document, Path file, Optional<HttpSettings> absent) {
    Section metrics = document.section("metrics", Set.of("listen"));
    return document.has("metrics")
        ? Optional.of(
            METRICS_LISTEN.read(
                metrics,
                file,
                absent.orElse(METRICS_DEFAULT),
                CertificateOrigin.FILES_OR_SELF_SIGNED))
        : absent;
  }

  private static LeaderElectionSettings leaderElection(
      Section election, LeaderElectionSettings absent) {
    return new LeaderElectionSettings(
        election.bool("leaderElect", absent.leaderElect()),
        election.text("resourceNamespace").orElse(absent.resourceNamespace()),
        election.text("resourceName").orElse(absent.resourceName()),
        Duration.ofSeconds(
            election.number("leaseSeconds", absent.leaseDuration().toSeconds(), 3, 3600)));
  }
}
