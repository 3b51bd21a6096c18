package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.CounterSet;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceAttribute;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.DeviceTaint;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaimTemplate;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Clusters with devices, and how it stands in them with a pod that claims some. */
final class DeviceScenario {
  static final String DRIVER = "gpu.example.com";
  static final DeviceTaint BROKEN = new DeviceTaint("broken", "yes", "NoSchedule");

  static Device gpu(String name, String model) {
    return gpu(name, model, List.of(), List.of());
  }

  static Device gpu(
      String name, String model, List<DeviceTaint> taints, List<CounterSet> counters) {
    return new Device(
        name,
        Map.of("model", new DeviceAttribute.Text(model)),
        Map.of(),
        counters,
        DeviceNodes.NONE,
        taints,
        false,
        List.of(),
        false);
  }

  static ResourceSlice slice(String node, Device... devices) {
    return slice(node, 1, devices);
  }

  static ResourceSlice slice(String node, long slices, Device... devices) {
    return new ResourceSlice(
        ObjectMeta.of("", "slice-" + node),
        DRIVER,
        new ResourceSlice.Pool(node, 1, slices),
        new DeviceNodes(node, Optional.empty(), false),
        false,
        List.of(devices),
        List.of());
  }

  static DeviceClass gpus(String... selectors) {
    return new DeviceClass(ObjectMeta.of("", "gpus"), List.of(selectors), "");
  }

  static String model(String value) {
    return "device.attributes['" + DRIVER + "'].model == '" + value + "'";
  }

  static DeviceRequest request(String name, long count, String... selectors) {
    return new DeviceRequest(
        name,
        List.of(DeviceSubRequest.of("gpus", "ExactCount", count).withSelectors(List.of(selectors))),
        false);
  }

  static ResourceClaim claim(DeviceRequest... requests) {
    return ResourceClaim.of(ObjectMeta.of("team-a", "c"), List.of(requests));
  }

  static ResourceClaim holder(String namespace, String name, String pool, String device) {
    return ResourceClaim.of(ObjectMeta.of(namespace, name), List.of())
        .reserved(
            new DeviceAllocation(
                List.of(
                    new DeviceAllocation.Result(
                        "gpu", DRIVER, pool, device, false, false, Map.of())),
                Optional.empty()),
            pod("other").build());
  }

  static PodBuilder claiming(PodResourceClaim claim) {
    return pod("p").spec(s -> s.resourceClaims(List.of(claim)));
  }

  static PodState state(ApiObject... others) {
    return state(claiming(new PodResourceClaim("devices", "c", "")).build(), others);
  }

  static PodState state(Pod pod, ApiObject... others) {
    List<ApiObject> objects = new ArrayList<>(List.of(others));
    objects.add(pod);
    Cluster cluster =
        ClusterFixture.cluster(objects.toArray(ApiObject[]::new))
            .withCoverage(ResourceSlice.RESOURCE, Coverage.COMPLETE)
            .withCoverage(DeviceClass.RESOURCE, Coverage.COMPLETE)
            .withCoverage(ResourceClaim.RESOURCE, Coverage.COMPLETE)
            .withCoverage(ResourceClaimTemplate.RESOURCE, Coverage.COMPLETE);
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return Explainer.ofPod(simulation, pod).worst();
  }

  static String note(ApiObject... others) {
    return state(others).notes().get(0);
  }

  private DeviceScenario() {}
}
