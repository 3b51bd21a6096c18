package dev.plimsoll.console.config;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.kube.yaml.ValidationErrors;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kube.yaml.YamlObject;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.server.config.BacktestSettings;
import dev.plimsoll.server.config.ConsoleSettings;
import dev.plimsoll.server.config.PrometheusSettings;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.config.UsageSettings;
import dev.plimsoll.server.http.HttpSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How the role {@code console} runs by itself. {@code docs/configuration.md} lists every key with
 * its unit and default.
 *
 * @param server which cluster it watches
 * @param http how it listens
 * @param extender where the extender is, if there is one that it may ask
 * @param prometheus where tenants' histories are, if they are anywhere
 * @param backtest what recorded demand is back-tested, if any
 * @param prices a file with the prices of devices, if any
 * @param deviceUsage where the usage of devices is measured, if it is anywhere
 * @param policies those that divide the cluster; if there are none, the cluster's own do
 */
public record ConsoleServiceConfiguration(
    ServerConfiguration server,
    HttpSettings http,
    Optional<ExtenderAddress> extender,
    Optional<PrometheusSettings> prometheus,
    Optional<BacktestSettings> backtest,
    Optional<Path> prices,
    Optional<UsageSettings> deviceUsage,
    List<CapacityPolicy> policies) {
  private static final Set<String> SECTIONS =
      Set.of(
          "apiVersion",
          "kind",
          "scheduler",
          "console",
          "admission",
          "management",
          "metrics",
          "cluster",
          "deviceUsage",
          "policy");

  public ConsoleServiceConfiguration {
    policies = List.copyOf(policies);
  }

  /**
   * Reads the file.
   *
   * @return empty where it doesn't say that the console, but not the scheduler's role, is played
   * @throws dev.plimsoll.kube.InputException if it can't be read, or has mistakes: a line for each
   */
  public static Optional<ConsoleServiceConfiguration> read(Path file) {
    YamlObject document = YamlFile.readOne(file);
    if (!isOff(document, "scheduler") || isOff(document, "console")) {
      return Optional.empty();
    }
    ValidationErrors errors = new ValidationErrors(file.toString(), document.lines());
    Section root = Section.of(document.json(), errors, SECTIONS);
    ServerConfiguration.requireType(root);
    Section unusedScheduler = root.section("scheduler", Set.of("enabled"));
    Set<String> keys = new HashSet<>(ConsoleSettings.KEYS);
    keys.add("extender");
    Section console = root.section("console", keys);
    ConsoleSettings settings = ConsoleSettings.of(console, file);
    Optional<ExtenderAddress> extender =
        extender(console.section("extender", Set.of("url", "certificateAuthority")), file);
    ServerConfiguration server = ServerConfiguration.of(root, file);
    Optional<UsageSettings> deviceUsage = UsageSettings.of(root);
    Optional<Path> policy = root.parsedText("policy", file::resolveSibling);
    errors.throwIfAny();
    return Optional.of(
        new ConsoleServiceConfiguration(
            server,
            settings.http(),
            extender,
            settings.prometheus(),
            settings.backtest(),
            settings.prices(),
            deviceUsage,
            policy.stream().map(p -> PolicyFile.read(p).policy()).toList()));
  }

  /**
   * Returns whether the role is switched off. Values other than true and false are reported by the
   * readers of the sections.
   */
  private static boolean isOff(YamlObject document, String role) {
    return document.json().get(role) instanceof JsonObject section
        && new JsonPrimitive(false).equals(section.get("enabled"));
  }

  private static Optional<ExtenderAddress> extender(Section extender, Path file) {
    Optional<URI> url = extender.parsedText("url", ExtenderAddress::url);
    Optional<Path> authorities = extender.parsedText("certificateAuthority", file::resolveSibling);
    if (authorities.isPresent() && !extender.has("url")) {
      extender.addError("url", "is required");
    }
    return url.map(u -> new ExtenderAddress(u, authorities));
  }
}
