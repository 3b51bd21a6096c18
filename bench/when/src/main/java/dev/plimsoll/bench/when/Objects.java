package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Makes nodes, namespaces and pods. */
final class Objects {
  static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final long MIB = 1L << 20;

  private Objects() {}

  static Namespace namespace(String name) {
    return new Namespace(
        ObjectMeta.builder()
            .name(name)
            .labels(Map.of("kubernetes.io/metadata.name", name))
            .build());
  }

  static Node node(String name, String product, long milliCpu, long mib, long gpus) {
    Resources has =
        Resources.builder()
            .put(ResourceName.CPU, Quantity.parse(milliCpu + "m"))
            .put(ResourceName.MEMORY, Quantity.of(mib * MIB))
            .put(ResourceName.PODS, Quantity.of(110))
            .put(GPU, Quantity.of(gpus))
            .build()
            .removeZeros();
    return new Node(
        ObjectMeta.builder()
            .name(name)
            .labels(Map.of("kubernetes.io/hostname", name, "nvidia.com/gpu.product", product))
            .build(),
        false,
        List.of(),
        has,
        has,
        List.of(new Condition("Ready", "True", "KubeletReady", "")));
  }

  /** Returns the requests of a pod. */
  static Resources requests(long milliCpu, long mib, long gpus) {
    return Resources.builder()
        .put(ResourceName.CPU, Quantity.parse(milliCpu + "m"))
        .put(ResourceName.MEMORY, Quantity.of(mib * MIB))
        .put(GPU, Quantity.of(gpus))
        .build()
        .removeZeros();
  }

  /** Returns a pod of a Job that waits for a node. */
  static Pod pod(Template template, String job, String name, Instant created) {
    Map<String, String> labels =
        template.gang() > 1
            ? Map.of(Gang.NAME, job, Gang.SIZE, Integer.toString(template.gang()))
            : Map.of();
    return new Pod(
        ObjectMeta.builder()
            .namespace(template.namespace())
            .name(name)
            .uid(template.namespace() + "/" + name)
            .labels(labels)
            .owners(List.of(new OwnerReference("batch/v1", "Job", job, "job/" + job, true)))
            .creationTimestamp(Optional.of(created))
            .build(),
        PodSpec.builder()
            .containers(
                List.of(
                    Container.of(
                        "main",
                        ResourceRequirements.of(
                            template.requests(),
                            template.requests().mask(ResourceName::isExtended)))))
            .priority(OptionalInt.of(template.priority()))
            .preemptionPolicy("Never")
            .activeDeadlineSeconds(template.deadlineSeconds())
            .schedulingGates(template.gates())
            .build(),
        PodStatus.PENDING);
  }

  /**
   * What the pods of an owner have in common.
   *
   * @param namespace their namespace
   * @param requests what each requests
   * @param gang how many run together; 1 if each may by itself
   * @param priority their priority
   * @param deadlineSeconds how long each may run
   * @param gates the gates they are created with
   */
  record Template(
      String namespace,
      Resources requests,
      int gang,
      int priority,
      OptionalLong deadlineSeconds,
      List<String> gates) {

    /** Returns the template of pods that wait for nobody else. */
    static Template of(String namespace, Resources requests) {
      return new Template(namespace, requests, 1, 0, OptionalLong.empty(), List.of());
    }
  }
}
