package dev.plimsoll.testkit.plane;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * etcd, an API server and the controller for quotas, on free ports of the loopback interface.
 * Everything they need is made in one folder. The API server makes its own certificate; this class
 * makes the key for service accounts and a token for each caller.
 */
public final class ControlPlane implements AutoCloseable {
  /** The controller that makes the default account of each namespace. */
  public static final String SERVICE_ACCOUNTS = "serviceaccount-controller";

  private static final List<String> USERS =
      List.of(
          "admin,admin,admin,system:masters",
          "scheduler,system:kube-scheduler,scheduler",
          "controllers,system:kube-controller-manager,controllers,system:masters",
          "extender,plimsoll-extender,extender",
          "advisor,plimsoll-advisor,advisor",
          "admission-account,system:serviceaccount:plimsoll:plimsoll-admission,admission-account",
          "extender-account,system:serviceaccount:plimsoll:plimsoll-extender,extender-account",
          "scheduler-account,system:serviceaccount:plimsoll:plimsoll-scheduler,scheduler-account",
          "console-account,system:serviceaccount:plimsoll:plimsoll-console,console-account",
          "advisor-account,system:serviceaccount:plimsoll:plimsoll-advisor,advisor-account",
          "digest-account,system:serviceaccount:plimsoll:plimsoll-digest,digest-account",
          "kubelet,system:node:a,kubelet,system:nodes",
          "tenant,tenant,tenant");

  private final Path folder;
  private final String url;
  private final Path certificate;
  private final List<Program> programs = new ArrayList<>();
  private final Setup setup;
  private final int etcd;
  private final Program storage;
  private final int port;
  private final AdminApi api;
  private Program apiServer;

  /**
   * How a control plane is started.
   *
   * @param address the address of the API server, which its certificate names
   * @param controllers the controllers of kube-controller-manager that run
   * @param apiServer more flags of kube-apiserver
   * @param controllerManager more flags of kube-controller-manager
   */
  public record Setup(
      String address,
      List<String> controllers,
      List<String> apiServer,
      List<String> controllerManager) {

    public Setup {
      controllers = List.copyOf(controllers);
      apiServer = List.copyOf(apiServer);
      controllerManager = List.copyOf(controllerManager);
    }

    private static Setup of(List<String> controllers, List<String> flags) {
      return new Setup("127.0.0.1", controllers, flags, List.of());
    }

    /** Without its controller nobody would make the accounts that ServiceAccount looks for. */
    private String disabledPlugins() {
      // Nobody runs that would call the made-up nodes ready.
      String nodes = "TaintNodesByCondition";
      return controllers.contains(SERVICE_ACCOUNTS) ? nodes : "ServiceAccount," + nodes;
    }
  }

  private ControlPlane(Path folder, Setup setup) throws Exception {
    this.folder = folder;
    this.setup = setup;
    etcd = Program.freePort();
    storage = startEtcd();
    programs.add(storage);
    port = Program.freePort();
    url = "https://" + setup.address() + ":" + port;
    certificate = folder.resolve("certificates/apiserver.crt");
    writeServiceAccountKey();
    apiServer = startApiServer(port, certificate);
    Await.until("the API server has made its certificate", () -> hasCertificate(certificate));
    api = new AdminApi(url, certificate, "admin");
    Await.until("the API server is ready", () -> isReady(api));
    startControllers();
  }

  /** Starts one as the setup says. */
  public static ControlPlane start(Path folder, Setup setup) throws Exception {
    return new ControlPlane(folder, setup);
  }

  /** Starts one from the folder that KUBEBUILDER_ASSETS names; its data go into another. */
  public static ControlPlane start(Path folder) throws Exception {
    return start(folder, List.of("resourcequota-controller"));
  }

  /**
   * Starts one with these controllers of kube-controller-manager. The admission plug-in
   * ServiceAccount is on where {@link #SERVICE_ACCOUNTS} is among them.
   */
  public static ControlPlane start(Path folder, List<String> controllers) throws Exception {
    return new ControlPlane(folder, Setup.of(controllers, List.of()));
  }

  /** Starts one with more flags of kube-apiserver, such as feature gates. */
  public static ControlPlane startWith(Path folder, String... flags) throws Exception {
    return new ControlPlane(folder, Setup.of(List.of("resourcequota-controller"), List.of(flags)));
  }

  private Program startEtcd() {
    String peers = "http://127.0.0.1:" + Program.freePort();
    return Program.start(
        folder,
        "etcd",
        List.of(
            "--data-dir=" + folder.resolve("etcd"),
            "--listen-client-urls=http://127.0.0.1:" + etcd,
            "--advertise-client-urls=http://127.0.0.1:" + etcd,
            "--listen-peer-urls=" + peers,
            "--initial-advertise-peer-urls=" + peers,
            "--initial-cluster=default=" + peers));
  }

  /** Starts another API server on the same etcd, and returns it as an administrator sees it. */
  public AdminApi startAnotherApiServer() throws Exception {
    int second = Program.freePort();
    Path own = folder.resolve("certificates-" + second + "/apiserver.crt");
    Program unused = startApiServer(second, own);
    Await.until("the other API server has made its certificate", () -> hasCertificate(own));
    AdminApi another = new AdminApi("https://" + setup.address() + ":" + second, own, "admin");
    Await.until("the other API server is ready", () -> isReady(another));
    return another;
  }

  /**
   * Ends the API server, as an upgrade of a control plane does, and starts it again.
   *
   * @param away what is done meanwhile
   */
  public void restartApiServer(Runnable away) throws Exception {
    programs.remove(apiServer);
    apiServer.close();
    away.run();
    apiServer = startApiServer(port, certificate);
    Await.until("the API server is ready again", () -> isReady(api));
  }

  /** Returns the URL of the API server. */
  public String url() {
    return url;
  }

  /** Returns the certificate of the API server, which is its authority, too. */
  public Path certificate() {
    return certificate;
  }

  /** Compacts the history of etcd, so that older watches can't continue (410). */
  public void compact() throws IOException, InterruptedException {
    JsonObject status = etcd("/v3/maintenance/status", "{}");
    String revision = status.getAsJsonObject("header").get("revision").getAsString();
    JsonObject unused = etcd("/v3/kv/compaction", "{\"revision\": \"" + revision + "\"}");
  }

  /** Stops etcd, or lets it continue. Short stops look like a slow disk to the API server. */
  public void stallStorage(boolean stalled) throws IOException, InterruptedException {
    storage.signal(stalled ? "STOP" : "CONT");
  }

  private JsonObject etcd(String path, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + etcd + path))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    return JsonParser.parseString(answer.body()).getAsJsonObject();
  }

  private Program startApiServer(int port, Path own) throws IOException {
    Path tokens = Files.write(folder.resolve("tokens.csv"), USERS);
    List<String> all =
        new ArrayList<>(
            List.of(
                "--etcd-servers=http://127.0.0.1:" + etcd,
                "--bind-address=" + setup.address(),
                "--advertise-address=" + setup.address(),
                "--secure-port=" + port,
                "--cert-dir=" + own.getParent(),
                "--service-cluster-ip-range=10.0.0.0/24",
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + folder.resolve("accounts.pub"),
                "--service-account-signing-key-file=" + folder.resolve("accounts.key"),
                "--token-auth-file=" + tokens,
                "--authorization-mode=RBAC",
                "--allow-privileged=true",
                "--disable-admission-plugins=" + setup.disabledPlugins()));
    all.addAll(setup.apiServer());
    Program program = Program.start(folder, "kube-apiserver", all);
    programs.add(program);
    return program;
  }

  private void startControllers() throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--kubeconfig=" + kubeconfig("controllers"),
                "--leader-elect=false",
                "--secure-port=" + Program.freePort(),
                "--bind-address=127.0.0.1",
                "--cert-dir=" + folder.resolve("controllers"),
                "--controllers=" + String.join(",", setup.controllers())));
    all.addAll(setup.controllerManager());
    programs.add(Program.start(folder, "kube-controller-manager", all));
  }

  private void writeServiceAccountKey() throws IOException, GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    Files.writeString(
        folder.resolve("accounts.key"), pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    Files.writeString(
        folder.resolve("accounts.pub"), pem("PUBLIC KEY", pair.getPublic().getEncoded()));
  }

  private static String pem(String what, byte[] der) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(what, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der));
  }

  private boolean hasCertificate(Path file) {
    programs.forEach(Program::requireRunning);
    return Files.exists(file);
  }

  private boolean isReady(AdminApi server) {
    programs.forEach(Program::requireRunning);
    return server.isReady();
  }

  /** Returns the API server as an administrator sees it. */
  public AdminApi api() {
    return api;
  }

  /** Returns the API server as one of the users sees it. */
  public AdminApi api(String user) throws IOException, GeneralSecurityException {
    return new AdminApi(url, certificate, user);
  }

  /** Returns a kubeconfig for one of the users. */
  public Path kubeconfig(String user) throws IOException {
    return Files.writeString(
        folder.resolve(user + ".kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        current-context: c
        contexts: [{name: c, context: {cluster: c, user: u}}]
        clusters: [{name: c, cluster: {server: "%s", certificate-authority: "%s"}}]
        users: [{name: u, user: {token: "%s"}}]
        """
            .formatted(url, certificate, user));
  }

  @Override
  public void close() {
    for (int i = programs.size() - 1; i >= 0; i--) {
      programs.get(i).close();
    }
  }
}
