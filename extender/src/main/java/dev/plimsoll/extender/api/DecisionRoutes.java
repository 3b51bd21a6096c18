package dev.plimsoll.extender.api;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.journal.DecisionJournal;
import dev.plimsoll.extender.journal.JournalEntry;
import dev.plimsoll.extender.journal.JournalJson;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.access.CallerAccess;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Visibility;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;

/** The last decisions over HTTP, about pods of namespaces that the caller may see. */
public final class DecisionRoutes {
  private static final int MOST = 1_000;
  private static final String NUMBER = "[1-9][0-9]{0,3}";

  private final Extender extender;
  private final DecisionJournal journal;
  private final AccessGuard guard;

  /** Makes the routes of a journal, for callers that a guard accepts. */
  public DecisionRoutes(Extender extender, DecisionJournal journal, AccessGuard guard) {
    this.extender = extender;
    this.journal = journal;
    this.guard = guard;
  }

  /** Returns the route; it answers the latest first, of a namespace or a pod where asked so. */
  public Route route() {
    return guard.get("/api/v1/decisions", this::decisions);
  }

  private Reply decisions(Call call, CallerAccess access) {
    Optional<String> limit = call.parameter("limit");
    if (limit.filter(l -> !l.matches(NUMBER) || Integer.parseInt(l) > MOST).isPresent()) {
      return Reply.error(400, "invalid limit; expected an integer from 1 to " + MOST);
    }
    Optional<String> namespace = call.parameter("namespace");
    Optional<String> pod = call.parameter("pod");
    Visibility visibility =
        namespace
            .map(n -> Visibility.of(access, n))
            .orElseGet(() -> Visibility.of(access, extender.cluster()));
    Predicate<JournalEntry> chosen =
        e ->
            namespace.filter(n -> !n.equals(e.decided().namespace())).isEmpty()
                && pod.filter(n -> !n.equals(e.decided().pod())).isEmpty()
                && visibility.namespaces().includes(e.decided().namespace());
    JsonArray decisions = new JsonArray();
    journal
        .latest(chosen, limit.map(Integer::parseInt).orElse(MOST))
        .forEach(e -> decisions.add(json(e, visibility)));
    JsonObject all = new JsonObject();
    all.add("decisions", decisions);
    return Reply.json(all.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Grounds are for replay and tell of all nodes. By the numbers of decisions and states a tenant
   * could count what others do.
   */
  private static JsonObject json(JournalEntry entry, Visibility visibility) {
    JsonObject json = JournalJson.write(entry);
    json.remove("grounds");
    if (!visibility.namespaces().complete()) {
      json.remove("number");
      json.remove("state");
    }
    return json;
  }
}
