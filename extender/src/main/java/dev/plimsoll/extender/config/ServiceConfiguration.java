package dev.plimsoll.extender.config;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.kube.yaml.ValidationErrors;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kube.yaml.YamlObject;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.server.config.CallerPolicy;
import dev.plimsoll.server.config.ConsoleSettings;
import dev.plimsoll.server.config.ListenSection;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.config.UsageSettings;
import dev.plimsoll.server.http.HttpSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How the service runs. {@code docs/configuration.md} lists every key with its unit and default.
 *
 * @param server which cluster it watches, and what all roles share
 * @param scheduler how the role that kube-scheduler asks listens
 * @param console the role that people and scrapers ask
 * @param settings how it decides
 * @param requeue how much it writes about pods that wait
 * @param journal what it keeps of decisions
 * @param deviceUsage where the usage of devices is measured, if it is anywhere
 * @param deviceHours the file for the hours of devices; empty for none
 */
public record ServiceConfiguration(
    ServerConfiguration server,
    HttpSettings scheduler,
    ConsoleSettings console,
    ExtenderSettings settings,
    RequeueSettings requeue,
    JournalSettings journal,
    Optional<UsageSettings> deviceUsage,
    Optional<Path> deviceHours) {
  private static final Set<String> SECTIONS =
      Set.of(
          "apiVersion",
          "kind",
          "scheduler",
          "console",
          "requeue",
          "journal",
          "deviceUsage",
          "deviceHours",
          "policy",
          "admission");
  private static final Set<String> SCHEDULER =
      Set.of(
          "enabled",
          "listen",
          "quotaAtPlacement",
          "assumedPodSeconds",
          "ignoredByScheduler",
          "bind",
          "reservations");
  private static final ListenSection SCHEDULER_LISTEN =
      new ListenSection(CallerPolicy.CERTIFICATE, Set.of("scheduler"));
  private static final String QUALIFIED = "[a-z0-9][-.a-z0-9]*/[A-Za-z0-9][-_.A-Za-z0-9]*";

  /**
   * Reads the file.
   *
   * @throws InputException if it can't be read, or has mistakes: a line for each
   */
  public static ServiceConfiguration read(Path file) {
    YamlObject document = YamlFile.readOne(file);
    requireVersion(file, document);
    ValidationErrors errors = new ValidationErrors(file.toString(), document.lines());
    Set<String> sections = new HashSet<>(SECTIONS);
    sections.addAll(ServerConfiguration.SECTIONS);
    Section root = Section.of(document.json(), errors, sections);
    ServerConfiguration.requireType(root);
    ServerConfiguration server = ServerConfiguration.of(root, file);
    Section scheduler = root.section("scheduler", SCHEDULER);
    if (!scheduler.bool("enabled", true)) {
      scheduler.addError("enabled", "must be true where console.enabled is false");
    }
    HttpSettings listen = SCHEDULER_LISTEN.read(scheduler, file, HttpSettings.DEFAULT);
    ExtenderSettings settings = settings(scheduler);
    ConsoleSettings console =
        ConsoleSettings.of(root.section("console", ConsoleSettings.KEYS), file);
    if (console.enabled() && listen.port() != 0 && listen.port() == console.http().port()) {
      root.addError("console", "must not listen on the port of scheduler, " + listen.port());
    }
    RequeueSettings requeue =
        requeue(root.section("requeue", Set.of("podsPerSecond", "eventsPerSecond")));
    JournalSettings journal =
        journal(
            root.section("journal", Set.of("decisions", "file", "fileMebibytes", "files")), file);
    Optional<UsageSettings> deviceUsage = UsageSettings.of(root);
    Optional<Path> deviceHours =
        root.section("deviceHours", Set.of("file")).parsedText("file", file::resolveSibling);
    Optional<Path> policy = root.parsedText("policy", file::resolveSibling);
    errors.throwIfAny();
    List<CapacityPolicy> policies = policy.stream().map(p -> PolicyFile.read(p).policy()).toList();
    return new ServiceConfiguration(
        server,
        listen,
        console,
        settings.withPolicies(policies),
        requeue,
        journal,
        deviceUsage,
        deviceHours);
  }

  /**
   * For a file from before there were roles, the error says how to change the file. It doesn't name
   * each key.
   */
  private static void requireVersion(Path file, YamlObject document) {
    if (!document.json().has("apiVersion")) {
      throw new InputException(
          (file
                  + ": apiVersion is missing: begin the file with \"apiVersion: %s\" and \"kind:"
                  + " %s\". In older files, move listen to scheduler.listen, give /api and /metrics"
                  + " an address of their own in console.listen, and drop api"
                  + " (docs/configuration.md has all keys)")
              .formatted(ServerConfiguration.API_VERSION, ServerConfiguration.KIND));
    }
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
        reservations(
            scheduler.section("reservations", Set.of("afterSeconds", "ttlSeconds", "mostPercent"))),
        List.of());
  }

  private static ReservationSettings reservations(Section section) {
    ReservationSettings absent = ReservationSettings.DEFAULT;
    return new ReservationSettings(
        Duration.ofSeconds(section.number("afterSeconds", absent.after().toSeconds(), 1, 86_400)),
        Duration.ofSeconds(section.number("ttlSeconds", absent.ttl().toSeconds(), 60, 604_800)),
        (int) section.number("mostPercent", absent.mostPercent(), 0, 100));
  }

  private static JournalSettings journal(Section journal, Path file) {
    JournalSettings absent = JournalSettings.DEFAULT;
    return new JournalSettings(
        (int) journal.number("decisions", absent.decisions(), 1, 1_000_000),
        journal.parsedText("file", file::resolveSibling),
        journal.number("fileMebibytes", absent.fileBytes() >> 20, 1, 10_240) << 20,
        (int) journal.number("files", absent.files(), 1, 100));
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
