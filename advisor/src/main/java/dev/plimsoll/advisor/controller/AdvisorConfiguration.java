package dev.plimsoll.advisor.controller;

import dev.plimsoll.advisor.notify.AlertmanagerSettings;
import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.kube.yaml.ValidationErrors;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kube.yaml.YamlObject;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.config.UsageSettings;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.server.http.HttpSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * How the controller runs. {@code docs/configuration.md} lists every key with its unit and default.
 *
 * @param server which cluster it watches, how replicas elect their leader, and where metrics are
 * @param decisions when it decides
 * @param alertmanager the Alertmanager that gets an alert for each gap, if there is one
 * @param deviceUsage where the usage of devices is measured, if it is anywhere
 */
public record AdvisorConfiguration(
    ServerConfiguration server,
    DecisionSettings decisions,
    Optional<AlertmanagerSettings> alertmanager,
    Optional<UsageSettings> deviceUsage) {
  private static final int PORT = 8889;
  private static final Set<String> SECTIONS =
      Set.of(
          "metrics",
          "management",
          "cluster",
          "leaderElection",
          "decisions",
          "notify",
          "deviceUsage");

  /** The configuration without a file. Replicas elect their leader, since the controller writes. */
  public static final AdvisorConfiguration DEFAULT =
      new AdvisorConfiguration(
          new ServerConfiguration(
              Optional.empty(),
              Optional.of(HttpSettings.DEFAULT.withPort(PORT)),
              ServerConfiguration.DEFAULT.access(),
              DecisionSettings.DEFAULT.staleAfter(),
              new LeaderElectionSettings(
                  true,
                  LeaderElectionSettings.DEFAULT.resourceNamespace(),
                  "plimsoll-advisor",
                  LeaderElectionSettings.DEFAULT.leaseDuration())),
          DecisionSettings.DEFAULT,
          Optional.empty(),
          Optional.empty());

  /**
   * Reads the file.
   *
   * @throws dev.plimsoll.kube.InputException if it can't be read, or has mistakes: a line for each
   */
  public static AdvisorConfiguration read(Path file) {
    YamlObject document = YamlFile.readOne(file);
    ValidationErrors errors = new ValidationErrors(file.toString(), document.lines());
    Section root = Section.of(document.json(), errors, SECTIONS);
    ServerConfiguration server = ServerConfiguration.of(root, file, DEFAULT.server());
    Section decisions = root.section("decisions", Set.of("quietSeconds", "longestSeconds"));
    DecisionSettings absent = DEFAULT.decisions();
    Duration quiet =
        Duration.ofSeconds(decisions.number("quietSeconds", absent.quiet().toSeconds(), 1, 3600));
    Duration longest =
        Duration.ofSeconds(
            decisions.number(
                "longestSeconds",
                Math.max(quiet.toSeconds(), absent.longest().toSeconds()),
                1,
                3600));
    if (longest.compareTo(quiet) < 0) {
      decisions.addError("longestSeconds", "must not be less than quietSeconds");
    }
    Optional<AlertmanagerSettings> alertmanager =
        AlertmanagerSettings.of(root.section("notify", AlertmanagerSettings.SECTIONS));
    Optional<UsageSettings> deviceUsage = UsageSettings.of(root);
    errors.throwIfAny();
    return new AdvisorConfiguration(
        server,
        new DecisionSettings(quiet, longest, server.staleAfter()),
        alertmanager,
        deviceUsage);
  }

  /** Returns where metrics are answered, which is always somewhere. */
  public HttpSettings http() {
    return server.metrics().orElseThrow();
  }
}
