import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a dump of nodes with eight devices each and one pod that claims two of them: {@code java
 * bench/GenerateDeviceDump.java NODES MODEL FILE}. Devices are of the model A100; a pod that claims
 * another is looked at on every device of every node, and finds none.
 */
final class GenerateDeviceDump {
  private static final int DEVICES = 8;

  private GenerateDeviceDump() {}

  public static void main(String[] args) throws Exception {
    int nodes = Integer.parseInt(args[0]);
    Path file = Path.of(args[2]);
    Files.createDirectories(file.toAbsolutePath().getParent());
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
      out.println("{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [");
      for (int i = 0; i < nodes; i++) {
        out.printf(NODE + ",%n", i);
        out.printf(SLICE + ",%n", i, devices(i));
      }
      out.println(DEVICE_CLASS + ",");
      out.printf(CLAIM + ",%n", args[1]);
      out.println(OTHERS + ",");
      out.println(POD);
      out.println("]}");
    }
  }

  private static String devices(int node) {
    StringBuilder devices = new StringBuilder();
    for (int i = 0; i < DEVICES; i++) {
      devices.append(i == 0 ? "" : ", ").append(String.format(DEVICE, i, i, node, i, i % 2));
    }
    return devices.toString();
  }

  private static final String NODE =
      """
      {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n%d"}, "status": {"allocatable":
      {"cpu": "64", "memory": "512Gi", "pods": "110"}}}""";

  private static final String SLICE =
      """
      {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice", "metadata": {"name": "s%1$d"},
      "spec": {"driver": "gpu.example.com", "nodeName": "n%1$d",
      "pool": {"name": "n%1$d", "generation": 1, "resourceSliceCount": 1}, "devices": [%2$s]}}""";

  private static final String DEVICE =
      """
      {"name": "gpu-%d", "attributes": {"model": {"string": "A100"}, "index": {"int": %d},
      "uuid": {"string": "GPU-%d-%d"}, "numa": {"int": %d}, "driverVersion": {"version": "570.2.1"}},
      "capacity": {"memory": {"value": "80Gi"}}}""";

  private static final String DEVICE_CLASS =
      """
      {"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass", "metadata": {"name": "gpu"},
      "spec": {"selectors": [{"cel": {"expression": "device.driver == 'gpu.example.com'"}}]}}""";

  private static final String CLAIM =
      """
      {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim",
      "metadata": {"name": "two", "namespace": "team"}, "spec": {"devices": {"requests": [
      {"name": "gpu", "exactly": {"deviceClassName": "gpu", "allocationMode": "ExactCount",
      "count": 2, "selectors": [{"cel": {"expression":
      "device.attributes['gpu.example.com'].model == '%s'"}}]}}], "constraints": [
      {"matchAttribute": "gpu.example.com/numa"}]}}}""";

  /** In another namespace, so that the dump holds all pods and claims. */
  private static final String OTHERS =
      """
      {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim",
      "metadata": {"name": "one", "namespace": "other"}, "spec": {"devices": {"requests": [
      {"name": "gpu", "exactly": {"deviceClassName": "gpu", "count": 1}}]}},
      "status": {"allocation": {"devices": {"results": [{"request": "gpu",
      "driver": "gpu.example.com", "pool": "n0", "device": "gpu-0"}]}},
      "reservedFor": [{"resource": "pods", "name": "q", "uid": "q"}]}},
      {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "q", "namespace": "other",
      "uid": "q"}, "spec": {"schedulerName": "default-scheduler", "nodeName": "n0", "containers": [
      {"name": "c", "resources": {"requests": {"cpu": "1"}}}], "resourceClaims": [
      {"name": "gpu", "resourceClaimName": "one"}]}, "status": {"phase": "Running"}}""";

  private static final String POD =
      """
      {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "team"},
      "spec": {"schedulerName": "default-scheduler", "priority": 0, "containers": [{"name": "c", "resources":
      {"requests": {"cpu": "1"}}}], "resourceClaims": [{"name": "gpus",
      "resourceClaimName": "two"}]}, "status": {"phase": "Pending"}}""";
}
