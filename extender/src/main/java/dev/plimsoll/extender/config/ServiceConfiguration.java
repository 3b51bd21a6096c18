package dev.plimsoll.extender.config;

import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.kube.yaml.ValidationErrors;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kube.yaml.YamlObject;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.server.config.ServerConfiguration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How the service runs. {@code docs/configuration.md} lists every key with its unit and default.
 *
 * @param server how it listens, and which cluster it watches
 * @param settings how it decides
 * @param requeue how much it writes about pods that wait
 */
public record ServiceConfiguration(
    ServerConfiguration server, ExtenderSettings settings, RequeueSettings requeue) {
  private static final Set<String> SECTIONS = Set.of("scheduler", "requeue", "policy");
  private static final Set<String> SCHEDULER =
      Set.of("quotaAtPlacement", "assumedPodSeconds", "ignoredByScheduler", "bind");
  private static final String QUALIFIED = "[a-z0-9][-.a-z0-9]*/[A-Za-z0-9][-_.A-Za-z0-9]*";

  /**
   * Reads the file.
   *
   * @throws dev.plimsoll.kube.InputException if it can't be read, or has mistakes: a line for each
   */
  public static ServiceConfiguration read(Path file) {
    YamlObject document = YamlFile.readOne(file);
    ValidationErrors errors = new ValidationErrors(file.toString(), document.lines());
    Set<String> sections = new HashSet<>(SECTIONS);
    sections.addAll(ServerConfiguration.SECTIONS);
    Section root = Section.of(document.json(), errors, sections);
    ServerConfiguration server = ServerConfiguration.of(root, file);
    ExtenderSettings settings = settings(root.section("scheduler", SCHEDULER));
    RequeueSettings requeue =
        requeue(root.section("requeue", Set.of("podsPerSecond", "eventsPerSecond")));
    Optional<Path> policy = root.parsedText("policy", file::resolveSibling);
    errors.throwIfAny();
    List<CapacityPolicy> policies = policy.stream().map(p -> PolicyFile.read(p).policy()).toList();
    return new ServiceConfiguration(server, settings.withPolicies(policies), requeue);
  }

  private static ExtenderSettings settings(Section scheduler) {
    ExtenderSettings absent = ExtenderSettings.DEFAULT;
    return new ExtenderSettings(
        scheduler.bool("quotaAtPlacement", absent.quotaAtPlacement()),
        Set.copyOf(
            scheduler.parsedTexts("ignoredByScheduler", ServiceConfiguration::extendedResource)),
        Duration.ofSeconds(
            scheduler.number("assumedPodSeconds", absent.assumedPodTtl().toSeconds(), 1, 3600)),
        scheduler.bool("bind", absent.bind()),
        List.of());
  }

  private static ResourceName extendedResource(String text) {
    ResourceName name = ResourceName.of(text);
    if (!name.isExtended() || !text.matches(QUALIFIED)) {
      throw new IllegalArgumentException("must be an extended resource, such as nvidia.com/gpu");
    }
    return name;
  }

  private static RequeueSettings requeue(Section requeue) {
    RequeueSettings absent = RequeueSettings.DEFAULT;
    return new RequeueSettings(
        requeue.number("podsPerSecond", absent.podsPerSecond(), 0, 1000),
        requeue.number("eventsPerSecond", absent.eventsPerSecond(), 0, 1000));
  }
}
