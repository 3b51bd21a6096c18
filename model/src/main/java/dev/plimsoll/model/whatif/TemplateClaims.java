package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The claims on devices that are made for a pod from templates.
 *
 * <p>Source: {@code handleClaim} in {@code pkg/controller/resourceclaim/controller.go}; the names
 * end in random letters there.
 */
public final class TemplateClaims {
  private TemplateClaims() {}

  /**
   * Returns why a pod's claims are not created, in the words of the controller's
   * FailedResourceClaimCreation events. The random end of a claim's name is missing.
   */
  public static List<String> failures(Simulation simulation, Pod pod) {
    Cluster cluster = simulation.cluster();
    List<String> failures = new ArrayList<>();
    for (PodResourceClaim reference : unnamed(pod)) {
      String template = reference.resourceClaimTemplateName();
      if (cluster.find(ResourceClaimTemplate.class, pod.namespace(), template).isEmpty()) {
        if (cluster.covers(ResourceClaimTemplate.RESOURCE, pod.namespace())) {
          failures.add(
              failure(
                  reference,
                  "resource claim template \"%s\": resourceclaimtemplate.resource.k8s.io \"%s\" not"
                          .formatted(template, template)
                      + " found"));
        }
        continue;
      }
      for (ResourceClaim claim : missing(cluster, pod, List.of(reference))) {
        AdmissionReport report = simulation.admissionOf(claim);
        if (report.isKnown() && !report.allowed()) {
          failures.add(failure(reference, "create ResourceClaim : " + report.message()));
        }
      }
    }
    return failures;
  }

  private static String failure(PodResourceClaim reference, String problem) {
    return "PodResourceClaim " + reference.name() + ": " + problem;
  }

  /** Makes the claims whose templates exist and that are admitted. */
  static Simulation create(Simulation simulation, Pod pod) {
    Simulation current = simulation;
    for (ResourceClaim claim : missing(simulation.cluster(), pod)) {
      AdmissionReport report = current.admissionOf(claim);
      if (report.allowed()) {
        current = current.withStorage(report.cluster());
      }
    }
    return current;
  }

  /** Returns the cluster with the claims of a pod that isn't there yet. */
  static Cluster with(Cluster cluster, Pod pod) {
    Cluster with = cluster;
    for (ResourceClaim claim : missing(cluster, pod)) {
      with = with.with(claim);
    }
    return with;
  }

  /** Returns the cluster once the claims are made for which pods wait. */
  static Cluster made(Cluster cluster, ResourceClaimTemplate template) {
    Cluster made = cluster;
    for (Pod pod : cluster.list(Pod.class, template.namespace())) {
      List<PodResourceClaim> references =
          unnamed(pod).stream()
              .filter(r -> r.resourceClaimTemplateName().equals(template.name()))
              .toList();
      for (ResourceClaim claim : missing(cluster, pod, references)) {
        made = made.with(claim);
      }
    }
    return made;
  }

  /** Returns the pod once its status names the claims that were made for it. */
  static Pod named(Cluster cluster, Pod pod) {
    Map<String, String> names = new HashMap<>(pod.status().resourceClaims());
    for (PodResourceClaim reference : unnamed(pod)) {
      String name = name(pod, reference);
      if (cluster.find(ResourceClaim.class, pod.namespace(), name).isPresent()) {
        names.put(reference.name(), name);
      }
    }
    return names.equals(pod.status().resourceClaims())
        ? pod
        : pod.withStatus(pod.status().with(s -> s.resourceClaims(names)));
  }

  /** Returns the pod's missing claims whose templates exist. */
  static List<ResourceClaim> missing(Cluster cluster, Pod pod) {
    return missing(cluster, pod, unnamed(pod));
  }

  private static List<ResourceClaim> missing(
      Cluster cluster, Pod pod, List<PodResourceClaim> references) {
    List<ResourceClaim> missing = new ArrayList<>();
    for (PodResourceClaim reference : references) {
      Optional<ResourceClaimTemplate> template =
          cluster.find(
              ResourceClaimTemplate.class, pod.namespace(), reference.resourceClaimTemplateName());
      String name = name(pod, reference);
      if (template.isPresent()
          && cluster.find(ResourceClaim.class, pod.namespace(), name).isEmpty()) {
        missing.add(claim(template.get(), name, pod));
      }
    }
    return missing;
  }

  private static List<PodResourceClaim> unnamed(Pod pod) {
    return pod.spec().resourceClaims().stream()
        .filter(r -> r.resourceClaimName().isEmpty())
        .filter(r -> !pod.status().resourceClaims().containsKey(r.name()))
        .toList();
  }

  private static String name(Pod pod, PodResourceClaim reference) {
    return pod.name() + "-" + reference.name();
  }

  private static ResourceClaim claim(ResourceClaimTemplate template, String name, Pod pod) {
    OwnerReference owner = new OwnerReference("v1", "Pod", pod.name(), pod.metadata().uid(), true);
    ObjectMeta metadata =
        ObjectMeta.builder().namespace(pod.namespace()).name(name).owners(List.of(owner)).build();
    return new ResourceClaim(metadata, template.devices(), Optional.empty(), Set.of());
  }
}
