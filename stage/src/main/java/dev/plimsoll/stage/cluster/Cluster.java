package dev.plimsoll.stage.cluster;

import com.google.gson.JsonObject;
import dev.plimsoll.stage.install.Kubectl;
import dev.plimsoll.stage.node.Images;
import dev.plimsoll.stage.node.Kubelet;
import dev.plimsoll.stage.node.Network;
import dev.plimsoll.stage.node.ServiceProxy;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.ControlPlane;
import dev.plimsoll.testkit.plane.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A cluster: a real control plane, nodes, a kubelet, a proxy for Services and a scheduler. */
public final class Cluster implements AutoCloseable {
  private static final String AUDIT =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      rules:
        - {level: Metadata, userGroups: ["system:serviceaccounts:plimsoll"]}
        - {level: None}
      """;
  private static final String SERVICE_OF_API_SERVER = "10.0.0.1";
  private static final String NODE =
      """
      {"metadata": {"name": "%1$s", "labels": {"kubernetes.io/hostname": "%1$s",
          "kubernetes.io/os": "linux", "nvidia.com/gpu.product": "h100"}}}
      """;
  private static final String CAPACITY =
      """
      {"cpu": "64", "memory": "256Gi", "pods": "110", "ephemeral-storage": "1Ti", "nvidia.com/gpu": "%s"}
      """;

  private final Path folder;
  private final Network network = new Network();
  private final ControlPlane plane;
  private final Kubelet kubelet;
  private final ServiceProxy proxy;
  private final Kubectl kubectl;
  private final String origin;
  private Program scheduler;

  /**
   * Starts one.
   *
   * @param folder where all its files go
   * @param project the folder of the project
   * @param programs the folder of the control plane's programs
   */
  public Cluster(Path folder, Path project, Path programs) throws Exception {
    this.folder = folder;
    network.create();
    Path audit = Files.writeString(folder.resolve("audit-policy.yaml"), AUDIT);
    plane = ControlPlane.start(Files.createDirectory(folder.resolve("plane")), setup(audit));
    kubectl = new Kubectl(programs, plane.kubeconfig("admin"));
    Images images = Images.find(project, programs, Files.createDirectory(folder.resolve("image")));
    proxy = ServiceProxy.start(plane.api());
    for (String name : List.of("stage", "gpu-1", "gpu-2")) {
      addNode(name, name.equals("stage") ? 0 : 8);
    }
    kubelet =
        Kubelet.start(
            plane.api(),
            network,
            images,
            Files.createDirectory(folder.resolve("kubelet")),
            Map.of(
                "KUBERNETES_SERVICE_HOST",
                SERVICE_OF_API_SERVER,
                "KUBERNETES_SERVICE_PORT",
                "443"));
    scheduler = startScheduler(List.of("--kubeconfig=" + plane.kubeconfig("scheduler")));
    origin = images.origin();
  }

  private ControlPlane.Setup setup(Path audit) {
    List<String> controllers =
        List.of(
            "*",
            ControlPlane.SERVICE_ACCOUNTS,
            // Nobody renews the nodes' Leases.
            "-node-lifecycle-controller",
            "-taint-eviction-controller");
    Path plane = folder.resolve("plane");
    return new ControlPlane.Setup(
        Network.GATEWAY,
        controllers,
        List.of(
            "--enable-aggregator-routing=true",
            "--audit-policy-file=" + audit,
            "--audit-log-path=" + auditLog()),
        List.of(
            "--root-ca-file=" + plane.resolve("certificates/apiserver.crt"),
            "--service-account-private-key-file=" + plane.resolve("accounts.key"),
            "--namespace-sync-period=10s",
            "--concurrent-gc-syncs=5"));
  }

  private void addNode(String name, int gpus) throws IOException {
    JsonObject unused = plane.api().create("/api/v1/nodes", NODE.formatted(name));
    String amounts = CAPACITY.formatted(gpus);
    unused =
        plane
            .api()
            .patch(
                "/api/v1/nodes/" + name + "/status",
                """
                {"status": {"capacity": %1$s, "allocatable": %1$s,
                  "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}]}}
                """
                    .formatted(amounts));
  }

  private Program startScheduler(List<String> flags) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(
        List.of(
            "--leader-elect=false",
            "--secure-port=" + Program.freePort(),
            "--bind-address=127.0.0.1",
            "--cert-dir=" + folder.resolve("scheduler")));
    return Program.start(folder, "kube-scheduler", all);
  }

  /** Has the cluster's own scheduler run with a configuration. */
  public void configureScheduler(Path configuration) throws Exception {
    scheduler.close();
    scheduler = startScheduler(List.of("--config=" + configuration));
    Await.pause();
    scheduler.requireRunning();
  }

  /** Has the cluster's own scheduler run without a configuration. */
  public void resetScheduler() throws IOException {
    scheduler.close();
    scheduler = startScheduler(List.of("--kubeconfig=" + plane.kubeconfig("scheduler")));
  }

  /** Returns the API server as an administrator sees it. */
  public AdminApi api() {
    return plane.api();
  }

  /** Returns the control plane. */
  public ControlPlane plane() {
    return plane;
  }

  /** Returns kubectl as an administrator uses it. */
  public Kubectl kubectl() {
    return kubectl;
  }

  /** Returns the stage's kubelet. */
  public Kubelet kubelet() {
    return kubelet;
  }

  /** Returns the folder of its files. */
  public Path folder() {
    return folder;
  }

  /** Returns the file of the audit log. */
  public Path auditLog() {
    return folder.resolve("audit.log");
  }

  /** Returns where the image of this project comes from. */
  public String imageOrigin() {
    return origin;
  }

  @Override
  public void close() throws IOException {
    kubelet.close();
    proxy.close();
    scheduler.close();
    plane.close();
  }
}
