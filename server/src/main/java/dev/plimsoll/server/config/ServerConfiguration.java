package dev.plimsoll.server.config;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.http.TlsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * How a listening part listens, and which cluster it watches.
 *
 * @param http how it listens
 * @param apiTokens whether {@code /api} is only for those whose token the API server knows
 * @param access which cluster it watches
 * @param staleAfter how long the API server may be silent before the part is no longer ready
 * @param leaderElection how replicas elect their leader
 */
public record ServerConfiguration(
    HttpSettings http,
    boolean apiTokens,
    ClusterAccess access,
    Duration staleAfter,
    LeaderElectionSettings leaderElection) {

  /** The sections of the file that are read here. */
  public static final Set<String> SECTIONS = Set.of("listen", "api", "cluster", "leaderElection");

  private static final Set<String> LISTEN =
      Set.of(
          "address", "port", "threads", "queueSize", "largestBodyMebibytes", "idleSeconds", "tls");
  private static final Set<String> ELECTION =
      Set.of("leaderElect", "resourceNamespace", "resourceName", "leaseSeconds");

  /** What holds where the file says nothing. */
  public static final ServerConfiguration DEFAULT =
      new ServerConfiguration(
          HttpSettings.DEFAULT,
          false,
          ClusterAccess.DEFAULT,
          Duration.ofMinutes(3),
          LeaderElectionSettings.DEFAULT);

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
        http(document.section("listen", LISTEN), file, absent.http()),
        document.section("api", Set.of("tokens")).bool("tokens", absent.apiTokens()),
        new ClusterAccess(cluster.text("kubeconfig").map(Path::of), cluster.text("context")),
        Duration.ofSeconds(
            cluster.number("staleAfterSeconds", absent.staleAfter().toSeconds(), 10, 86_400)),
        leaderElection(document.section("leaderElection", ELECTION), absent.leaderElection()));
  }

  private static HttpSettings http(Section listen, Path file, HttpSettings absent) {
    return new HttpSettings(
        listen.text("address").orElse(absent.address()),
        (int) listen.number("port", absent.port(), 0, 65_535),
        (int) listen.number("threads", absent.threads(), 2, 1000),
        (int) listen.number("queueSize", absent.queueSize(), 1, 100_000),
        listen.number("largestBodyMebibytes", absent.largestBody() >> 20, 1, 1024) << 20,
        Duration.ofSeconds(listen.number("idleSeconds", absent.idle().toSeconds(), 1, 3600)),
        tls(listen.section("tls", Set.of("certificate", "key", "clientCa")), file));
  }

  private static TlsSettings tls(Section tls, Path file) {
    if (tls.has("certificate") != tls.has("key")) {
      tls.addError(
          tls.has("key") ? "key" : "certificate",
          "must be set together with " + (tls.has("key") ? "certificate" : "key"));
    }
    return new TlsSettings(
        tls.text("certificate").map(file::resolveSibling).stream().toList(),
        tls.text("key").map(file::resolveSibling).stream().toList(),
        tls.text("clientCa").map(file::resolveSibling).stream().toList(),
        TlsSettings.NONE.reloadInterval());
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
