package dev.plimsoll.bench.upstream;

import dev.plimsoll.kubernetes.limits.LimitRangeViolation;
import dev.plimsoll.kubernetes.limits.LimitRanger;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.DisabledPodFields;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Replays defaults and constraints of LimitRanges. Kubernetes lists errors in no fixed order. */
final class LimitRangerReplay implements Replay {

  @Override
  public Comparison compare(Call call) {
    return switch (call.name()) {
      case "mutate" -> mutated(call);
      case "validate" -> validated(call);
      case "handles" -> handled(call);
      default -> throw new IllegalArgumentException("no such call: " + call.name());
    };
  }

  private static Comparison mutated(Call call) {
    if (call.json().get("shared").getAsBoolean()) {
      return new Comparison.SetAside("two containers have one list in the test's memory");
    }
    Pod pod = call.object("pod", Pod.class, Pod.TYPE);
    Pod admitted = LimitRanger.admit(pod, limitRanges(call)).pod();
    return Comparison.of(text(call.object("out", Pod.class, Pod.TYPE)), text(admitted));
  }

  private static String text(Pod pod) {
    return Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
        .map(LimitRangerReplay::text)
        .collect(Collectors.joining("; ", pod.metadata().annotations() + " ", ""));
  }

  private static String text(Container container) {
    return container.name()
        + ": "
        + container.resources().requests()
        + " up to "
        + container.resources().limits();
  }

  private static Comparison validated(Call call) {
    ApiObject object = object(call, call.text("kind"));
    List<String> messages =
        LimitRanger.violations(object, limitRanges(call)).stream()
            .map(LimitRangeViolation::message)
            .distinct()
            .sorted()
            .toList();
    return Comparison.of(
        call.texts("errors").stream().distinct().sorted().toList().toString(), messages.toString());
  }

  private static Comparison handled(Call call) {
    Optional<String> kind =
        switch (call.text("resource")) {
          case "pods" -> Optional.of("Pod");
          case "persistentvolumeclaims" -> Optional.of("PersistentVolumeClaim");
          default -> Optional.empty();
        };
    if (kind.isEmpty() || !call.has("object")) {
      return new Comparison.SetAside("the request is for another resource");
    }
    ApiObject object = object(call, kind.get());
    AdmissionRequest request =
        call.text("operation").equals("CREATE")
            ? AdmissionRequest.create(object)
            : AdmissionRequest.update(object, object);
    return Comparison.of(
        call.text("out"),
        Boolean.toString(LimitRanger.handles(request.onSubresource(call.text("subresource")))));
  }

  private static List<LimitRange> limitRanges(Call call) {
    return List.of(call.object("limitRange", LimitRange.class, LimitRange.TYPE));
  }

  /** Returns the object as LimitRanger gets it, without fields of disabled features. */
  private static ApiObject object(Call call, String kind) {
    if (!kind.equals("Pod")) {
      return call.object("object", PersistentVolumeClaim.class, PersistentVolumeClaim.TYPE);
    }
    Pod pod = call.object("object", Pod.class, Pod.TYPE);
    return pod.withSpec(DisabledPodFields.drop(pod.spec(), Optional.empty(), call.controlPlane()));
  }
}
