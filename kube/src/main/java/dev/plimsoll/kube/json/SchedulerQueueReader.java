package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.PodGroup.Queueing;
import dev.plimsoll.kubernetes.object.QueueApi;
import dev.plimsoll.kubernetes.object.SchedulerQueue;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads queues of Volcano and KAI, and the state of PodGroups there.
 *
 * <p>Sources: {@code volcano.sh/apis/pkg/apis/scheduling/v1beta1/types.go}, {@code
 * github.com/kai-scheduler/KAI-scheduler/pkg/apis/scheduling/v2/resources.go}, {@code
 * github.com/kai-scheduler/KAI-scheduler/pkg/apis/scheduling/v2alpha2/podgroup_types.go}.
 */
final class SchedulerQueueReader {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  private SchedulerQueueReader() {}

  static SchedulerQueue volcano(Fields object) {
    Fields spec = object.object("spec");
    Fields status = object.object("status");
    List<String> fields = new ArrayList<>();
    fields.add("weight " + spec.integer("weight").orElse(1));
    fields.add("reclaimable " + spec.optionalBool("reclaimable").orElse(true));
    for (String phase : List.of("pending", "inqueue", "running")) {
      status.integer(phase).ifPresent(n -> fields.add(phase + " " + n));
    }
    return new SchedulerQueue(
        ObjectMetaReader.metadata(object),
        QueueApi.VOLCANO,
        spec.string("parent"),
        status.string("state"),
        limit(spec.resources("capability")),
        spec.resources("deserved"),
        spec.object("guarantee").resources("resource"),
        status.resources("allocated"),
        List.of(),
        fields);
  }

  /** Volcano takes CPU and memory of 0 for no limit; of other resources, 0 is a limit. */
  private static Resources limit(Resources capability) {
    return capability.mask(
        r ->
            capability.getOrZero(r).signum() > 0
                || !(r.equals(ResourceName.CPU) || r.equals(ResourceName.MEMORY)));
  }

  static SchedulerQueue kai(Fields object) {
    Fields spec = object.object("spec");
    Fields status = object.object("status");
    Fields resources = spec.object("resources");
    List<String> fields = new ArrayList<>();
    fields.add("priority " + spec.integer("priority").orElse(100));
    for (String name : List.of("gpu", "cpu", "memory")) {
      fields.add(name + " overQuotaWeight " + resources.object(name).quantity("overQuotaWeight"));
    }
    return new SchedulerQueue(
        ObjectMetaReader.metadata(object),
        QueueApi.KAI,
        spec.string("parentQueue"),
        "",
        amounts(resources, "limit"),
        amounts(resources, "quota"),
        Resources.EMPTY,
        status.resources("allocated"),
        ObjectMetaReader.conditions(status),
        fields);
  }

  /** Returns amounts in Kubernetes' units. An absent amount is 0, and -1 is no bound. */
  private static Resources amounts(Fields resources, String field) {
    Resources.Builder amounts = Resources.builder();
    amount(resources.object("gpu"), field, 0).ifPresent(q -> amounts.put(GPU, q));
    amount(resources.object("cpu"), field, -3).ifPresent(q -> amounts.put(ResourceName.CPU, q));
    amount(resources.object("memory"), field, 6)
        .ifPresent(q -> amounts.put(ResourceName.MEMORY, q));
    return amounts.build();
  }

  private static Optional<Quantity> amount(Fields resource, String field, int powerOfTen) {
    BigDecimal amount = resource.quantity(field).toBigDecimal();
    return amount.signum() < 0
        ? Optional.empty()
        : Optional.of(
            Quantity.parse(amount.scaleByPowerOfTen(powerOfTen).toPlainString()).roundUpToMilli());
  }

  static Queueing volcanoGroup(Fields spec, Fields status) {
    return new Queueing(
        spec.string("queue", "default"),
        status.string("phase"),
        spec.resources("minResources"),
        ObjectMetaReader.conditions(status));
  }

  static Queueing kaiGroup(Fields spec, Fields status) {
    List<Condition> conditions = new ArrayList<>(ObjectMetaReader.conditions(status));
    for (Fields condition : status.list("schedulingConditions", c -> c)) {
      List<Fields> reasons = condition.list("reasons", r -> r);
      (reasons.isEmpty() ? List.of(condition) : reasons)
          .forEach(
              r ->
                  conditions.add(
                      new Condition(
                          condition.string("type"),
                          condition.string("status"),
                          r.string("reason"),
                          r.string("message"))));
    }
    return new Queueing(spec.string("queue"), "", Resources.EMPTY, conditions);
  }
}
