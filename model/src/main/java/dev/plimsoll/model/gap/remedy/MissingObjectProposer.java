package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.Change;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Proposes to create the service account, priority class or runtime class that pods name. */
final class MissingObjectProposer implements RemedyProposer {
  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    return cause instanceof GapCause.Denied denied
            && denied.denial().report().object() instanceof Pod pod
        ? missing(context, denied.denial().report().forbiddenBy(), pod)
            .map(List::of)
            .orElse(List.of())
        : List.of();
  }

  private static Optional<Proposal> missing(
      DetectionContext context, Optional<String> deniedBy, Pod pod) {
    String by = deniedBy.orElse("");
    String account = pod.spec().serviceAccountName();
    String priority = pod.spec().priorityClassName();
    if (by.equals(DefaultPlugin.ServiceAccount.name())
        && context.cluster().find(ServiceAccount.class, pod.namespace(), account).isEmpty()) {
      return Optional.of(
          create(
              "create service account " + account,
              Actor.TENANT,
              new ServiceAccount(ObjectMeta.of(pod.namespace(), account), false, true)));
    }
    String runtime = pod.spec().runtimeClassName();
    if (!runtime.isEmpty()
        && context.cluster().covers(RuntimeClass.RESOURCE)
        && context.cluster().find(RuntimeClass.class, "", runtime).isEmpty()) {
      return Optional.of(
          create(
              "create runtime class "
                  + runtime
                  + " with handler "
                  + runtime
                  + ", which the container runtime of the nodes must have"
                  + existing(context),
              Actor.ADMIN,
              new RuntimeClass(ObjectMeta.of("", runtime), Resources.EMPTY, Map.of(), List.of())));
    }
    return !priority.isEmpty()
            && context.cluster().covers(PriorityClass.RESOURCE)
            && context.cluster().find(PriorityClass.class, "", priority).isEmpty()
        ? Optional.of(
            create(
                "create priority class "
                    + priority
                    + " with value 0, or with the value that it needs",
                Actor.ADMIN,
                new PriorityClass(ObjectMeta.of("", priority), 0, false, "")))
        : Optional.empty();
  }

  private static String existing(DetectionContext context) {
    List<String> names =
        context.cluster().list(RuntimeClass.class).stream().map(ApiObject::name).sorted().toList();
    return names.isEmpty() ? "" : " (there are: " + String.join(", ", names) + ")";
  }

  private static Proposal create(String action, Actor who, ApiObject object) {
    return Proposal.ofCluster(action, who, List.of(new Change.Apply(object)));
  }
}
