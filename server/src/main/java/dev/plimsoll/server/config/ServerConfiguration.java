package dev.plimsoll.server.config;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.http.TlsSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a listening part listens, and which cluster it watches.
 *
 * @param http how it listens
 * @param management where probes are answered
 * @param apiTokens whether {@code /api} is only for those whose token the API server knows
 * @param access which cluster it watches
 * @param staleAfter how long the API server may be silent before the part is no longer ready
 * @param leaderElection how replicas elect their leader
 */
public record ServerConfiguration(
    HttpSettings http,
    ManagementSettings management,
    boolean apiTokens,
    ClusterAccess access,
    Duration staleAfter,
    LeaderElectionSettings leaderElection) {

  /** The sections of the file that are read here. */
  public static final Set<String> SECTIONS =
      Set.of("listen", "management", "api", "cluster", "leaderElection");

  private static final Set<String> LISTEN =
      Set.of(
          "address",
          "port",
          "insecure",
          "threads",
          "queueSize",
          "largestBodyMebibytes",
          "idleSeconds",
          "tls");
  private static final Set<String> TLS = Set.of("certificate", "key", "clientCa", "clients");
  private static final Set<String> PATHS = Set.of("scheduler", "api", "metrics");
  private static final Set<String> ELECTION =
      Set.of("leaderElect", "resourceNamespace", "resourceName", "leaseSeconds");

  /** What holds where the file says nothing. */
  public static final ServerConfiguration DEFAULT =
      new ServerConfiguration(
          HttpSettings.DEFAULT,
          ManagementSettings.NONE,
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
        management(document.section("management", Set.of("address", "port", "metrics"))),
        document.section("api", Set.of("tokens")).bool("tokens", absent.apiTokens()),
        new ClusterAccess(cluster.parsedText("kubeconfig", Path::of), cluster.text("context")),
        Duration.ofSeconds(
            cluster.number("staleAfterSeconds", absent.staleAfter().toSeconds(), 10, 86_400)),
        leaderElection(document.section("leaderElection", ELECTION), absent.leaderElection()));
  }

  private static HttpSettings http(Section listen, Path file, HttpSettings absent) {
    TlsSettings tls = tls(listen.section("tls", TLS), file);
    String address = listen.text("address").orElse(absent.address());
    if (!tls.isOn() && !listen.bool("insecure", false) && !isLoopback(address)) {
      listen.addError(
          "address",
          "is \""
              + address
              + "\", which others can reach: set tls, or insecure: true to answer them in plain"
              + " HTTP, whoever they are");
    }
    return new HttpSettings(
        address,
        (int) listen.number("port", absent.port(), 0, 65_535),
        (int) listen.number("threads", absent.threads(), 2, 1000),
        (int) listen.number("queueSize", absent.queueSize(), 1, 100_000),
        listen.number("largestBodyMebibytes", absent.largestBody() >> 20, 1, 1024) << 20,
        Duration.ofSeconds(listen.number("idleSeconds", absent.idle().toSeconds(), 1, 3600)),
        tls);
  }

  private static boolean isLoopback(String address) {
    try {
      return InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** A few threads of its own, since health must be told however many calls wait elsewhere. */
  private static ManagementSettings management(Section management) {
    if (!management.has("port")) {
      if (management.has("address") || management.has("metrics")) {
        management.addError("port", "is required");
      }
      return ManagementSettings.NONE;
    }
    HttpSettings http =
        new HttpSettings(
            management.text("address").orElse("0.0.0.0"),
            (int) management.number("port", 0, 0, 65_535),
            2,
            16,
            0,
            Duration.ofSeconds(10));
    return new ManagementSettings(Optional.of(http), management.bool("metrics", false));
  }

  private static TlsSettings tls(Section tls, Path file) {
    if (tls.has("certificate") != tls.has("key")) {
      tls.addError(
          tls.has("key") ? "key" : "certificate",
          "must be set together with " + (tls.has("key") ? "certificate" : "key"));
    }
    if (tls.has("clientCa") && !tls.has("certificate")) {
      tls.addError("clientCa", "must be set together with certificate and key");
    }
    if (tls.has("clients") && !tls.has("clientCa")) {
      tls.addError("clients", "must be set together with clientCa");
    }
    return new TlsSettings(
        tls.parsedText("certificate", file::resolveSibling).stream().toList(),
        tls.parsedText("key", file::resolveSibling).stream().toList(),
        tls.parsedText("clientCa", file::resolveSibling).stream().toList(),
        clients(tls.section("clients", PATHS)),
        TlsSettings.NONE.reloadInterval());
  }

  private static Map<String, Set<String>> clients(Section clients) {
    Map<String, Set<String>> names = new HashMap<>();
    PATHS.stream()
        .filter(clients::has)
        .forEach(path -> names.put(path, Set.copyOf(clients.texts(path))));
    return names;
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
