package dev.plimsoll.advisor.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.model.tenancy.DecidedRequest.Outcome;
import dev.plimsoll.model.tenancy.decision.DecisionNote;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The outcome of a recommendation, a policy or a request, as conditions of its status. */
final class StatusConditions {
  static final String APPLIED = "Applied";
  static final String READY = "Ready";
  static final String CAPACITY_LOST = "CapacityLost";
  static final String GUARANTEES_MET = "GuaranteesMet";
  static final String NAMESPACES_DISPUTED = "NamespacesDisputed";
  static final String OWNS_NAMESPACES = "OwnsNamespaces";
  static final String APPROVED = "Approved";
  static final String EXPIRED = "Expired";

  private static final int MOST_NAMED = 10;

  private final JsonObject stored;
  private final Instant now;
  private final JsonArray conditions = new JsonArray();

  /**
   * Starts from what is stored.
   *
   * @param stored the object, with the status it had
   */
  StatusConditions(JsonObject stored, Instant now) {
    this.stored = stored;
    this.now = now;
  }

  /**
   * Adds the condition about whether a key of a quota is as recommended.
   *
   * @param changes whether another ceiling is recommended than the key has
   * @param outcome what became of the quota, if it was to be changed
   */
  StatusConditions applied(boolean changes, Optional<WriteOutcome> outcome) {
    if (!changes) {
      return add(APPLIED, true, "UpToDate", "the quota is as it should be");
    }
    if (outcome.isEmpty()) {
      return add(APPLIED, false, "NotAsked", "the advisor only proposes");
    }
    return switch (outcome.get().result()) {
      case DONE, UNCHANGED -> add(APPLIED, true, "Applied", outcome.get().message());
      case CONFLICT -> add(APPLIED, false, "Conflict", outcome.get().message());
      case WITHHELD -> add(APPLIED, false, "Withheld", outcome.get().message());
      case FORBIDDEN -> add(APPLIED, false, "Forbidden", outcome.get().message());
      case ERROR -> add(APPLIED, false, "Failed", outcome.get().message());
    };
  }

  StatusConditions ready(boolean is, String message) {
    return add(READY, is, is ? "Valid" : "Invalid", message);
  }

  /** Adds conditions about facts that a decision didn't follow, also if there were none. */
  StatusConditions decided(List<DecisionNote> notes) {
    Optional<DecisionNote> held = find(notes, DecisionNote.Kind.CAPACITY_LOSS_HELD);
    Optional<DecisionNote> lost = held.or(() -> find(notes, DecisionNote.Kind.CAPACITY_LOST));
    add(
        CAPACITY_LOST,
        lost.isPresent(),
        held.isPresent() ? "Held" : lost.isPresent() ? "WithinGrace" : "NoneLost",
        lost.map(DecisionNote::message).orElse("no lost capacity counts"));
    List<String> disputes =
        notes.stream()
            .filter(n -> n.kind() == DecisionNote.Kind.NAMESPACE_DISPUTED)
            .map(DecisionNote::message)
            .toList();
    add(
        NAMESPACES_DISPUTED,
        !disputes.isEmpty(),
        disputes.isEmpty() ? "NoneDisputed" : "SetAside",
        disputes.isEmpty() ? "each namespace is in one tenant at most" : shortened(disputes));
    List<String> owned =
        notes.stream()
            .filter(n -> n.kind() == DecisionNote.Kind.NAMESPACE_OWNED)
            .map(DecisionNote::message)
            .toList();
    if (!owned.isEmpty()) {
      add(OWNS_NAMESPACES, false, "OlderPolicy", shortened(owned));
    }
    Optional<DecisionNote> scaled = find(notes, DecisionNote.Kind.GUARANTEES_SCALED);
    return add(
        GUARANTEES_MET,
        scaled.isEmpty(),
        scaled.isEmpty() ? "CapacitySuffices" : "ScaledDown",
        scaled.map(DecisionNote::message).orElse("there is enough for all guarantees"));
  }

  /** A condition's message has a limit. */
  private static String shortened(List<String> sentences) {
    String few = sentences.stream().limit(MOST_NAMED).collect(Collectors.joining("; "));
    return sentences.size() <= MOST_NAMED
        ? few
        : few + "; and " + (sentences.size() - MOST_NAMED) + " more";
  }

  private static Optional<DecisionNote> find(List<DecisionNote> notes, DecisionNote.Kind kind) {
    return notes.stream().filter(n -> n.kind() == kind).findFirst();
  }

  /** Adds conditions about the decision on a request, and about its end. */
  StatusConditions decided(Outcome outcome, String message) {
    boolean isOver = outcome == Outcome.EXPIRED;
    add(
        APPROVED,
        switch (outcome) {
          case APPROVED -> "True";
          case DENIED, EXPIRED -> "False";
          case PENDING -> "Unknown";
        },
        outcome.name().charAt(0) + outcome.name().substring(1).toLowerCase(Locale.ROOT),
        message);
    return add(
        EXPIRED,
        isOver,
        isOver ? "TimeOver" : "TimeLeft",
        isOver ? message : "its time is not over");
  }

  JsonArray build() {
    return conditions;
  }

  /** Returns whether the object has these conditions already, for what it is now. */
  boolean areStored() {
    JsonObject status = JsonFields.object(stored, "status");
    return conditions.equals(status.get("conditions"))
        && JsonFields.text(status, "observedGeneration").equals(String.valueOf(generation()));
  }

  /** Returns the conditions with the generation that they are about. */
  JsonObject status() {
    JsonObject status = new JsonObject();
    status.addProperty("observedGeneration", generation());
    status.add("conditions", conditions);
    return status;
  }

  private StatusConditions add(String type, boolean is, String reason, String message) {
    return add(type, is ? "True" : "False", reason, message);
  }

  private StatusConditions add(String type, String status, String reason, String message) {
    JsonObject condition = new JsonObject();
    condition.addProperty("type", type);
    condition.addProperty("status", status);
    condition.addProperty("reason", reason);
    condition.addProperty("message", message);
    condition.addProperty("lastTransitionTime", since(type, status));
    condition.addProperty("observedGeneration", generation());
    conditions.add(condition);
    return this;
  }

  long generation() {
    String generation = JsonFields.text(stored, "metadata", "generation");
    return generation.isEmpty() ? 1 : Long.parseLong(generation);
  }

  private String since(String type, String status) {
    return JsonFields.objects(stored, "status", "conditions").stream()
        .filter(
            c ->
                JsonFields.text(c, "type").equals(type)
                    && JsonFields.text(c, "status").equals(status))
        .map(c -> JsonFields.text(c, "lastTransitionTime"))
        .findFirst()
        .orElse(now.truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
