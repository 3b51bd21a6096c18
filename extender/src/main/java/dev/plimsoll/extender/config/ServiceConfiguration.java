package dev.plimsoll.extender.config;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.server.config.ConfigurationSection;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.http.TlsSettings;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/**
 * How the service runs. {@code docs/configuration.md} lists every key with its unit and default.
 *
 * @param http how it listens
 * @param settings how it decides
 * @param requeue how much it writes about pods that wait
 * @param apiTokens whether {@code /api} is only for those whose token the API server knows
 * @param access which cluster it watches
 * @param staleAfter how long the API server may be silent before the service is no longer ready
 */
public record ServiceConfiguration(
    HttpSettings http,
    ExtenderSettings settings,
    RequeueSettings requeue,
    boolean apiTokens,
    ClusterAccess access,
    Duration staleAfter) {
  private static final Set<String> LISTEN =
      Set.of(
          "address", "port", "threads", "queueSize", "largestBodyMebibytes", "idleSeconds", "tls");
  private static final Set<String> SCHEDULER =
      Set.of("quotaAtPlacement", "assumedPodSeconds", "ignoredByScheduler");

  /**
   * Reads the file.
   *
   * @throws InputException if it can't be read, or a key is unknown or ill-typed
   */
  public static ServiceConfiguration read(Path file) {
    try (Reader reader = Files.newBufferedReader(file)) {
      Node node = new Yaml(new LoaderOptions()).compose(reader);
      Set<String> sections = Set.of("listen", "scheduler", "cluster", "policy", "requeue", "api");
      String name = file.toString();
      return of(
          node == null
              ? new ConfigurationSection(name, "")
              : ConfigurationSection.read(name, "", node, sections),
          file);
    } catch (MarkedYAMLException e) {
      throw new InputException(
          file
              + ", line "
              + (e.getProblemMark().getLine() + 1)
              + ": is not correct YAML: "
              + e.getProblem()
              + ".");
    } catch (IOException | YAMLException e) {
      throw new InputException(file + " can't be read: it does not exist or is not a text file.");
    }
  }

  private static ServiceConfiguration of(ConfigurationSection root, Path file) {
    ConfigurationSection listen = root.section("listen", LISTEN);
    ConfigurationSection scheduler = root.section("scheduler", SCHEDULER);
    ConfigurationSection cluster =
        root.section("cluster", Set.of("kubeconfig", "context", "staleAfterSeconds"));
    ConfigurationSection requeue =
        root.section("requeue", Set.of("podsPerSecond", "eventsPerSecond"));
    HttpSettings http = HttpSettings.DEFAULT;
    return new ServiceConfiguration(
        new HttpSettings(
            listen.text("address").orElse(http.address()),
            (int) listen.number("port", http.port(), 0, 65_535),
            (int) listen.number("threads", http.threads(), 2, 1000),
            (int) listen.number("queueSize", http.queueSize(), 1, 100_000),
            listen.number("largestBodyMebibytes", http.largestBody() >> 20, 1, 1024) << 20,
            Duration.ofSeconds(listen.number("idleSeconds", http.idle().toSeconds(), 1, 3600)),
            tls(listen.section("tls", Set.of("certificate", "key", "clientCa")), file)),
        new ExtenderSettings(
            scheduler.bool("quotaAtPlacement", true),
            scheduler.extendedResources("ignoredByScheduler"),
            Duration.ofSeconds(
                scheduler.number(
                    "assumedPodSeconds",
                    ExtenderSettings.DEFAULT.assumedPodTtl().toSeconds(),
                    1,
                    3600)),
            root.text("policy").stream()
                .map(p -> PolicyFile.read(file.resolveSibling(p)).policy())
                .toList()),
        new RequeueSettings(
            requeue.number("podsPerSecond", RequeueSettings.DEFAULT.podsPerSecond(), 0, 1000),
            requeue.number("eventsPerSecond", RequeueSettings.DEFAULT.eventsPerSecond(), 0, 1000)),
        root.section("api", Set.of("tokens")).bool("tokens", false),
        new ClusterAccess(cluster.text("kubeconfig").map(Path::of), cluster.text("context")),
        Duration.ofSeconds(cluster.number("staleAfterSeconds", 180, 10, 86_400)));
  }

  private static TlsSettings tls(ConfigurationSection configurationSection, Path file) {
    if (configurationSection.text("certificate").isPresent()
        != configurationSection.text("key").isPresent()) {
      throw new InputException(
          file + ": listen.tls.certificate and listen.tls.key belong together; give both or none.");
    }
    return new TlsSettings(
        configurationSection.text("certificate").map(file::resolveSibling).stream().toList(),
        configurationSection.text("key").map(file::resolveSibling).stream().toList(),
        configurationSection.text("clientCa").map(file::resolveSibling).stream().toList(),
        TlsSettings.NONE.reloadInterval());
  }

  /** Returns the configuration with another port. */
  public ServiceConfiguration withPort(Optional<Integer> port) {
    HttpSettings changed = http.withPort(port.orElse(http.port()));
    return new ServiceConfiguration(changed, settings, requeue, apiTokens, access, staleAfter);
  }
}
