package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.Fields;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.model.ledger.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long other validating webhooks may keep a request that was admitted here. kube-apiserver asks
 * all of them at once. Their selectors are not looked at: each may see any namespace.
 */
public final class OtherWebhooks implements AutoCloseable {
  private static final String PATH =
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

  private static final String OWN = ".plimsoll.dev";
  private static final Duration PERIOD = Duration.ofSeconds(10);
  private static final int DEFAULT_SECONDS = 10;

  /** The longest that kube-apiserver waits for any. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final Connection connection;
  private final PeriodicTask task;
  private volatile List<Rule> rules = List.of(new Rule(List.of("*"), List.of("*"), LONGEST));

  /** Which objects a webhook is asked about, and how long it may take. */
  private record Rule(List<String> groups, List<String> resources, Duration timeout) {
    boolean mayMatch(GroupVersionKind type) {
      String stem = type.kind().toLowerCase(Locale.ROOT);
      String start = stem.substring(0, Math.max(0, stem.length() - 1));
      return (groups.contains("*") || groups.contains(type.group()))
          && resources.stream().anyMatch(r -> r.startsWith("*") || r.startsWith(start));
    }
  }

  private OtherWebhooks(Connection connection) {
    this.connection = connection;
    this.task =
        PeriodicTask.start(
            "other-webhooks", RunInterval.every(PERIOD).after(Duration.ZERO), this::list);
  }

  /** Starts to list them from time to time. Until that succeeds, any may take the longest. */
  public static OtherWebhooks start(Connection connection) {
    return new OtherWebhooks(connection);
  }

  /** Returns the status of the task. */
  public TaskStatus status() {
    return task.status();
  }

  private void list() throws StatusException {
    try {
      JsonTree list =
          connection.get(PATH, Map.of(), Connection.JSON, JsonPruning.NONE, JsonTreeReader::object);
      List<Rule> found = new ArrayList<>();
      for (Fields configuration : Fields.of(list).list("items", item -> item)) {
        configuration.list("webhooks", w -> w).forEach(w -> add(w, found));
      }
      rules = List.copyOf(found);
    } catch (StatusException | UnreachableException | DecodeException e) {
      rules = List.of(new Rule(List.of("*"), List.of("*"), LONGEST));
      throw e;
    }
  }

  private static void add(Fields webhook, List<Rule> found) {
    if (webhook.string("name").endsWith(OWN)) {
      return;
    }
    Duration timeout =
        Duration.ofSeconds(webhook.integer("timeoutSeconds").orElse(DEFAULT_SECONDS));
    webhook
        .list("rules", r -> r)
        .forEach(r -> found.add(new Rule(r.strings("apiGroups"), r.strings("resources"), timeout)));
  }

  /** Returns the longest that another webhook may take to answer about a request. */
  public Duration longest(Reservation reservation) {
    GroupVersionKind type =
        GroupVersionKind.of(reservation.reservedBy().apiVersion(), reservation.reservedBy().kind());
    return rules.stream()
        .filter(r -> r.mayMatch(type))
        .map(Rule::timeout)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    task.close();
  }
}
