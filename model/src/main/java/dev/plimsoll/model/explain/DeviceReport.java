package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.placement.dra.AllocationFailure;
import dev.plimsoll.kubernetes.placement.dra.UnmetRequest;
import dev.plimsoll.kubernetes.placement.dra.UnmetRequestText;
import dev.plimsoll.kubernetes.placement.dra.UnmetRequests;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.ClaimsElsewhere;
import dev.plimsoll.kubernetes.placement.plugins.ClaimsUnprepared;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which claims on devices keep a pod from nodes, and why. */
final class DeviceReport {
  private static final String DYNAMIC_RESOURCES = DefaultPlugin.DynamicResources.name();

  private DeviceReport() {}

  /** Returns the state of a pod, with what its claims on devices lack if it finds no node. */
  static PodState noted(PodState state) {
    if (state.verdict() != PodVerdict.Unschedulable
        || !(state.scheduleResult().orElse(null) instanceof ScheduleResult.Unschedulable result)) {
      return state;
    }
    Map<String, RejectionDetail> details = UnmetRequests.details(result.nodes());
    List<UnmetRequest> unmet = UnmetRequests.of(details);
    List<String> notes = new ArrayList<>();
    details.values().stream()
        .filter(AllocationFailure.class::isInstance)
        .map(d -> text((AllocationFailure) d))
        .distinct()
        .forEach(notes::add);
    result
        .preFilter()
        .filter(r -> r.plugin().equals(DYNAMIC_RESOURCES) && r.code() != Rejection.Code.ERROR)
        .ifPresent(r -> notes.add("of its claims on devices, " + r.message()));
    unmet.forEach(r -> notes.add(UnmetRequestText.of(r)));
    elsewhere(details).forEach(notes::add);
    details.values().stream()
        .filter(ClaimsUnprepared.class::isInstance)
        .flatMap(d -> ((ClaimsUnprepared) d).claims().stream())
        .distinct()
        .map(
            c ->
                "the driver did not prepare the devices of claim "
                    + c
                    + "; kube-scheduler takes them back if no other pod uses the claim")
        .forEach(notes::add);
    notes.addAll(state.notes());
    return state.with().notes(notes).unmetRequests(unmet).build();
  }

  private static List<String> elsewhere(Map<String, RejectionDetail> details) {
    Map<String, List<String>> nodes = new TreeMap<>();
    details.forEach(
        (node, detail) -> {
          if (detail instanceof ClaimsElsewhere elsewhere) {
            elsewhere
                .claims()
                .forEach(c -> nodes.computeIfAbsent(c, x -> new ArrayList<>()).add(node));
          }
        });
    return nodes.entrySet().stream()
        .map(
            e ->
                "claim "
                    + e.getKey()
                    + " has devices already, which can't be reached from "
                    + UnmetRequestText.some(e.getValue()))
        .toList();
  }

  private static String text(AllocationFailure failure) {
    return (failure.request().isEmpty() ? "" : failure.request() + ": ")
        + failure.message()
        + "; kube-scheduler gives the pod up for that";
  }
}
