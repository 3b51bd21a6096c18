package dev.plimsoll.console.tool;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.report.StartReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.start.DeniedStart;
import dev.plimsoll.model.start.SoonerFinder;
import dev.plimsoll.model.start.StartEstimate;
import dev.plimsoll.model.start.StartText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Estimates when pods start. An estimate rests on the whole cluster. The answer names pods of
 * namespaces that the caller may see; of others it has a number and a size.
 */
final class WhenTool implements Tool {

  private final ToolSources sources;

  WhenTool(ToolSources sources) {
    this.sources = sources;
  }

  @Override
  public String name() {
    return "when";
  }

  @Override
  public ToolAnswer answer(ToolArguments arguments, ClusterView view) {
    Optional<String> object = arguments.text("object");
    List<Pod> pods =
        object
            .map(o -> sources.startingPods(view.simulation(), o, arguments.namespace()))
            .orElseGet(() -> waiting(view.cluster(), arguments.namespace()));
    if (pods.isEmpty() && object.isPresent()) {
      throw new InputException(object.get() + ": no pod waits or is missing");
    }
    JsonObject report = report(pods, view);
    List<JsonObject> estimates = GapItems.objects(report, "estimates").toList();
    List<JsonObject> items = new ArrayList<>(estimates.stream().map(WhenTool::item).toList());
    if (estimates.size() == 1) {
      items.addAll(sooner(estimates.get(0)));
    }
    long timed = estimates.stream().filter(e -> e.has("likely")).count();
    JsonObject numbers = new JsonObject();
    numbers.addProperty("waiting", estimates.stream().filter(WhenTool::waits).count());
    numbers.addProperty("estimated", timed);
    return ToolAnswer.of(
        sentence(estimates, timed),
        numbers,
        items,
        AnswerNotes.of(report, report.get("asOf").getAsString()));
  }

  private static List<Pod> waiting(Cluster cluster, Optional<String> namespace) {
    return cluster.list(Pod.class).stream()
        .filter(p -> namespace.map(p.namespace()::equals).orElse(true))
        .filter(p -> !p.isBound() && !p.isTerminal() && !p.isTerminating())
        .toList();
  }

  /** Changes for a sooner start may name others, so only callers who see all get them. */
  private static JsonObject report(List<Pod> pods, ClusterView view) {
    Starts starts = view.starts().get();
    List<StartEstimate> estimates =
        DeniedStart.estimates(starts.estimator(), starts.question().simulation(), pods).stream()
            .sorted(
                Comparator.comparingInt((StartEstimate e) -> e.place().podsBefore())
                    .thenComparing(e -> e.pod().key()))
            .toList();
    if (view.seesAll() && estimates.size() == 1) {
      estimates = List.of(SoonerFinder.added(starts.estimator(), estimates.get(0)));
    }
    StartText text =
        new StartText(view.visibility().namespaces()::includes, view.visibility().nodes());
    return new StartReport(text).of(estimates, view.cluster());
  }

  private static boolean waits(JsonObject estimate) {
    return estimate.get("state").getAsString().equals(StartEstimate.State.Waiting.name());
  }

  private static boolean isRunning(JsonObject estimate) {
    return estimate.get("state").getAsString().equals(StartEstimate.State.Running.name());
  }

  private static String sentence(List<JsonObject> estimates, long timed) {
    if (estimates.isEmpty()) {
      return "No pod waits; notRead names what was not read.";
    }
    List<JsonObject> waiting = estimates.stream().filter(WhenTool::waits).toList();
    if (waiting.isEmpty() && estimates.size() > 1) {
      long running = estimates.stream().filter(WhenTool::isRunning).count();
      return StartText.noneWaits(running, estimates.size() - running);
    }
    JsonObject first = waiting.isEmpty() ? estimates.get(0) : waiting.get(0);
    String ofFirst = "Pod " + pod(first) + " " + outlook(first) + ".";
    return estimates.size() == 1
        ? ofFirst
        : "%s, %d of them with an estimated time. The first in the queue: %s"
            .formatted(Counted.of(waiting.size(), "pod", "waits", "wait"), timed, ofFirst);
  }

  private static String outlook(JsonObject estimate) {
    if (!waits(estimate)) {
      return isRunning(estimate) ? "has a node" : "has ended or is being deleted";
    }
    return Optional.ofNullable(estimate.getAsJsonObject("likely"))
        .map(WhenTool::outlookOf)
        .orElse("waits, and no time can be estimated");
  }

  /** An interval may be open: some runs of the simulation end before the pod starts. */
  private static String outlookOf(JsonObject likely) {
    JsonObject eighty = likely.getAsJsonObject("eighty");
    String reach =
        likely.has("until") ? "before " + likely.get("until").getAsString() : "within 30 days";
    if (!eighty.has("from")) {
      return "likely (80 %) does not start " + reach;
    }
    String from = eighty.get("from").getAsString();
    return eighty.has("to")
        ? "likely (80 %) starts between " + from + " and " + eighty.get("to").getAsString()
        : "likely (80 %) starts after " + from + ", perhaps not " + reach;
  }

  private static String pod(JsonObject estimate) {
    JsonObject pod = estimate.getAsJsonObject("pod");
    return Quoted.of(pod.get("namespace").getAsString() + "/" + pod.get("name").getAsString());
  }

  private static String end(JsonObject likely, String name) {
    String beyond =
        "later than " + (likely.has("until") ? likely.get("until").getAsString() : "30 days");
    return Optional.ofNullable(likely.getAsJsonObject("eighty").get(name))
        .map(JsonElement::getAsString)
        .orElse(beyond);
  }

  private static JsonObject item(JsonObject estimate) {
    JsonObject item = new JsonObject();
    item.addProperty("pod", pod(estimate));
    item.add("state", estimate.get("state"));
    Optional.ofNullable(estimate.get("since")).ifPresent(s -> item.add("since", s));
    if (!waits(estimate)) {
      return item;
    }
    JsonObject needs = estimate.getAsJsonObject("needs");
    item.add("kind", needs.get("kind"));
    item.add("needs", Quoted.all(needs.getAsJsonArray("text")));
    item.add("podsBefore", estimate.getAsJsonObject("place").get("podsBefore"));
    item.add("devicesBefore", estimate.getAsJsonObject("place").get("devicesBefore"));
    likely(estimate, item);
    Optional.ofNullable(estimate.getAsJsonObject("latest"))
        .ifPresent(
            latest -> {
              item.add("latest", latest.get("at"));
              item.add("because", Quoted.all(latest.getAsJsonArray("because")));
            });
    item.add("limits", Quoted.all(estimate.getAsJsonArray("limits")));
    return item;
  }

  private static void likely(JsonObject estimate, JsonObject item) {
    Optional.ofNullable(estimate.getAsJsonObject("likely"))
        .ifPresent(
            l -> {
              item.addProperty("likelyFrom", end(l, "from"));
              item.addProperty("likelyTo", end(l, "to"));
            });
  }

  private static List<JsonObject> sooner(JsonObject estimate) {
    JsonArray none = new JsonArray();
    return Optional.ofNullable(estimate.getAsJsonArray("soonerIf")).orElse(none).asList().stream()
        .map(JsonElement::getAsJsonObject)
        .map(
            sooner -> {
              JsonObject item = new JsonObject();
              item.addProperty("soonerIf", Quoted.of(sooner.get("action").getAsString()));
              item.add("startsNow", sooner.get("startsNow"));
              item.add("commands", Quoted.all(sooner.getAsJsonArray("commands")));
              likely(sooner, item);
              return item;
            })
        .toList();
  }
}
