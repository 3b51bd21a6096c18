package dev.plimsoll.server.config;

import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.http.TlsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The section {@code listen} of a role: where it listens, and whom it answers. */
public final class ListenSection {
  private static final Set<String> KEYS =
      Set.of(
          "address",
          "port",
          "insecure",
          "threads",
          "queueSize",
          "largestBodyMebibytes",
          "idleSeconds",
          "tls");
  private static final Set<String> TLS = Set.of("certificate", "key", "clientCa", "clients");

  private final CallerPolicy callers;
  private final Set<String> paths;

  /**
   * Makes the section of a role.
   *
   * @param paths the first parts of the paths that {@code tls.clients} may give to some callers
   */
  public ListenSection(CallerPolicy callers, Set<String> paths) {
    this.callers = callers;
    this.paths = Set.copyOf(paths);
  }

  /**
   * Reads {@code listen}; what is wrong is added to the document's errors.
   *
   * @param role the section that has it
   * @param file beside which the files lie that it names
   * @param absent what holds where the file says nothing
   */
  public HttpSettings read(Section role, Path file, HttpSettings absent) {
    return read(role, file, absent, CertificateOrigin.FILES);
  }

  /**
   * Reads {@code listen}; what is wrong is added to the document's errors.
   *
   * @param role the section that has it
   * @param file beside which the files lie that it names
   * @param absent what holds where the file says nothing
   * @param origin where the listener's own certificate comes from
   */
  public HttpSettings read(Section role, Path file, HttpSettings absent, CertificateOrigin origin) {
    Section listen = role.section("listen", KEYS);
    TlsSettings tls = tls(listen.section("tls", TLS), file, origin);
    String address = listen.text("address").orElse(absent.address());
    boolean isInsecure = listen.bool("insecure", false);
    boolean isOpen = HttpSettings.isLoopback(address) || isInsecure;
    if (!isOpen && !isProtected(tls, origin)) {
      listen.addError(
          "address",
          "is \""
              + address
              + "\", which others can reach: set "
              + (callers == CallerPolicy.CERTIFICATE ? "tls with clientCa" : "tls")
              + ", or insecure: true to answer everybody");
    }
    return new HttpSettings(
        address,
        (int) listen.number("port", absent.port(), 0, 65_535),
        (int) listen.number("threads", absent.threads(), 2, 1000),
        (int) listen.number("queueSize", absent.queueSize(), 1, 100_000),
        listen.number("largestBodyMebibytes", absent.largestBody() >> 20, 1, 1024) << 20,
        Duration.ofSeconds(listen.number("idleSeconds", absent.idle().toSeconds(), 1, 3600)),
        tls,
        isOpen);
  }

  private boolean isProtected(TlsSettings tls, CertificateOrigin origin) {
    return (tls.isOn() || origin != CertificateOrigin.FILES)
        && (callers != CallerPolicy.CERTIFICATE || !tls.clientAuthorities().isEmpty());
  }

  private TlsSettings tls(Section tls, Path file, CertificateOrigin origin) {
    if (origin == CertificateOrigin.ISSUED && tls.has("certificate")) {
      tls.addError("certificate", "must not be set together with certificates.issuer: Self");
    }
    if (tls.has("certificate") != tls.has("key")) {
      tls.addError(
          tls.has("key") ? "key" : "certificate",
          "must be set together with " + (tls.has("key") ? "certificate" : "key"));
    }
    if (tls.has("clientCa") && !tls.has("certificate") && origin == CertificateOrigin.FILES) {
      tls.addError("clientCa", "must be set together with certificate and key");
    }
    if (tls.has("clients") && !tls.has("clientCa")) {
      tls.addError("clients", "must be set together with clientCa");
    }
    return new TlsSettings(
        tls.parsedText("certificate", file::resolveSibling).stream().toList(),
        tls.parsedText("key", file::resolveSibling).stream().toList(),
        tls.parsedText("clientCa", file::resolveSibling).stream().toList(),
        callers == CallerPolicy.CERTIFICATE_OR_TOKEN && tls.has("clientCa"),
        clients(tls.section("clients", paths)),
        TlsSettings.NONE.reloadInterval());
  }

  private Map<String, Set<String>> clients(Section clients) {
    Map<String, Set<String>> names = new HashMap<>();
    paths.stream()
        .filter(clients::has)
        .forEach(path -> names.put(path, Set.copyOf(clients.texts(path))));
    return names;
  }
}
