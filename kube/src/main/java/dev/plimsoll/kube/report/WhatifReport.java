package dev.plimsoll.kube.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.WaitingWorkload;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The effects of simulated changes on a cluster, as JSON; its schema is docs/schema/effects.json.
 */
public final class WhatifReport {
  private WhatifReport() {}

  /**
   * Returns {@code {changes: […], pods: […], gone: […], new: […], unknown: […], unread: {…},
   * unexamined: […], asOf: …, omissions: […]}}.
   *
   * @param before the cluster as it is
   * @param changes what is changed
   * @throws dev.plimsoll.model.whatif.NoSuchObjectException if what is to be changed isn't there
   */
  public static JsonObject of(Simulation before, List<Change> changes) {
    Simulation after = before.with(changes);
    GapSurvey now = GapFinder.survey(before);
    GapSurvey then = GapFinder.survey(after);
    Set<GapKind> unknown =
        then.unknowns().stream()
            .flatMap(u -> u.kinds().stream())
            .collect(Collectors.toUnmodifiableSet());
    List<Gap> absent = without(now, then);
    return JsonObjectBuilder.object()
        .put("changes", changes.stream().map(Change::describe).toList())
        .put("pods", pods(before, after))
        .put("gone", gaps(absent, g -> !unknown.contains(g.kind())))
        .put("new", gaps(without(then, now), g -> true))
        .put("unknown", gaps(absent, g -> unknown.contains(g.kind())))
        .put("unread", UnreadReport.of(then.unread()))
        .put("unexamined", UnexaminedReport.of(then.unexamined()))
        .put("asOf", before.cluster().asOf())
        .put("omissions", before.cluster().omissions())
        .build();
  }

  private static List<Gap> without(GapSurvey some, GapSurvey others) {
    Set<String> ids =
        others.findings().stream().map(f -> f.gap().id()).collect(Collectors.toUnmodifiableSet());
    return some.findings().stream()
        .map(Finding::gap)
        .filter(gap -> !ids.contains(gap.id()))
        .toList();
  }

  private static JsonArray gaps(Collection<Gap> gaps, Predicate<Gap> chosen) {
    return JsonObjectBuilder.array(gaps.stream().filter(chosen).toList(), WhatifReport::gap);
  }

  private static JsonObject gap(Gap gap) {
    return JsonObjectBuilder.object()
        .put("id", gap.id())
        .put("kind", gap.kind())
        .put("severity", gap.kind().severity())
        .put("object", GapsReport.reference(gap.object()))
        .put("resource", gap.resource())
        .put("message", gap.message())
        .build();
  }

  /** Returns the workloads whose number of waiting, admitted or running pods changes. */
  private static JsonArray pods(Simulation before, Simulation after) {
    Map<ObjectReference, WaitingWorkload> now = byWorkload(before);
    Map<ObjectReference, WaitingWorkload> then = byWorkload(after);
    Map<ObjectReference, WaitingWorkload> all = new LinkedHashMap<>(now);
    all.putAll(then);
    JsonArray differing = new JsonArray();
    for (ObjectReference workload : all.keySet()) {
      JsonObject was = count(Optional.ofNullable(now.get(workload)));
      JsonObject is = count(Optional.ofNullable(then.get(workload)));
      if (!was.equals(is)) {
        differing.add(
            JsonObjectBuilder.object()
                .put("object", GapsReport.reference(workload))
                .put("before", was)
                .put("after", is)
                .build());
      }
    }
    return differing;
  }

  private static Map<ObjectReference, WaitingWorkload> byWorkload(Simulation simulation) {
    Map<ObjectReference, WaitingWorkload> byWorkload = new LinkedHashMap<>();
    WaitingWorkload.of(simulation).forEach(w -> byWorkload.put(w.workload().root(), w));
    return byWorkload;
  }

  /** Returns counts of pods, without unknown counts. */
  private static JsonObject count(Optional<WaitingWorkload> waiting) {
    int pods = waiting.map(WaitingWorkload::pods).orElse(0);
    int admitted = waiting.map(WaitingWorkload::admitted).orElse(0);
    int placed = waiting.map(WaitingWorkload::placed).orElse(0);
    Unread unread = waiting.map(WaitingWorkload::unread).orElse(Unread.NOTHING);
    JsonObjectBuilder json = JsonObjectBuilder.object().put("waiting", pods);
    if (unread.isEmpty()) {
      json.put("admitted", admitted).put("placed", placed);
    } else {
      json.put("unread", unread.message());
    }
    return json.build();
  }
}
