package dev.plimsoll.admission.certificate;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.server.tls.KeyedCertificate;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import javax.security.auth.x500.X500Principal;

/**
 * Replicas that all believe to lead, of which each may be interrupted at every call by anything
 * else: another one's look, a crash before or after the call was carried out, time that passes, the
 * Secret emptied or edited to nonsense, a webhook configuration that is made. API servers use a
 * caBundle for some time after another one was written.
 */
final class RotationModel {
  static final Duration SETTLING = Duration.ofMinutes(1);
  private static final Duration LAG = SETTLING.minusSeconds(1);
  private static final X500Principal NAME =
      new X500Principal("CN=plimsoll-admission.plimsoll.svc CA");
  private static final int REPLICAS = 3;
  private static final int DEPTH = 3;
  private static final List<WebhookConfigurationName> WEBHOOKS =
      List.of(
          new WebhookConfigurationName(WebhookConfigurationName.Kind.VALIDATING, "a"),
          new WebhookConfigurationName(WebhookConfigurationName.Kind.MUTATING, "b"));
  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofSeconds(20),
          Duration.ofSeconds(61),
          Duration.ofDays(3),
          Duration.ofDays(25));

  private final Random random;
  private final CertificateSettings settings;
  private final MemoryCertificateApi api = new MemoryCertificateApi();
  private final List<CertificateRotation> leaders = new ArrayList<>();
  private final List<Boolean> isBusy = new ArrayList<>();
  private final List<Optional<KeyedCertificate>> served = new ArrayList<>();
  private final List<Bundle> bundles = new ArrayList<>();
  private final Map<List<X509Certificate>, Boolean> issuers = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private final List<String> trace = new ArrayList<>();
  private final InstantSource time = this::now;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private int depth;

  /** A caBundle, and until when it was the one that is stored. */
  private record Bundle(
      WebhookConfigurationName configuration,
      Set<X509Certificate> authorities,
      Optional<Instant> replaced) {}

  private static final class CrashException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  RotationModel(long seed, Duration settling) {
    this.random = new Random(seed);
    this.settings =
        new CertificateSettings(
            "plimsoll-admission",
            "s",
            WEBHOOKS,
            new CertificateSettings.Times(
                Duration.ofSeconds(10), settling, Duration.ofDays(90), Duration.ofDays(30)));
    for (int i = 0; i < REPLICAS; i++) {
      leaders.add(rotation(i));
      isBusy.add(false);
      served.add(Optional.empty());
    }
  }

  private Instant now() {
    return now;
  }

  private CertificateRotation rotation(int process) {
    return new CertificateRotation(
        new Interrupted(process),
        settings,
        "plimsoll",
        time.withZone(ZoneOffset.UTC),
        () -> Duration.between(Instant.EPOCH, now).toNanos());
  }

  /** Lets anything happen. */
  void step() {
    int process = random.nextInt(REPLICAS);
    switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> look(process);
      case 4, 5 -> load(process);
      case 6 -> now = now.plus(PAUSES.get(random.nextInt(PAUSES.size())));
      case 7 -> now = now.plus(PAUSES.get(random.nextInt(3)));
      case 8 -> harm();
      default -> {
        WebhookConfigurationName made = WEBHOOKS.get(random.nextInt(WEBHOOKS.size()));
        if (!api.configurations().containsKey(made)) {
          api.create(made, "w");
        }
      }
    }
    check();
  }

  /** Nobody asks as long as no webhook configuration has the CA, which else isn't lost. */
  private void harm() {
    if (bundles.isEmpty()) {
      return;
    }
    switch (random.nextInt(8)) {
      case 0 -> {
        trace.add("emptied");
        api.emptySecret();
      }
      case 1 -> api.editSecret("ca.key", "bm9uc2Vuc2U=");
      case 2 -> api.editSecret("tls.crt", "%");
      default -> {}
    }
  }

  private void look(int process) {
    if (isBusy.get(process)) {
      return;
    }
    isBusy.set(process, true);
    try {
      leaders.get(process).look();
    } catch (CrashException e) {
      leaders.set(process, rotation(process));
    } catch (StatusException e) {
      throw new AssertionError(e);
    } finally {
      isBusy.set(process, false);
    }
  }

  private void load(int process) {
    try {
      CertificateSecret.read(api.readSecret())
          .serving()
          .ifPresent(
              s -> {
                trace.add(process + " serves what ends " + s.notAfter());
                served.set(process, Optional.of(s));
              });
    } catch (InvalidSecretException e) {
      // What it serves stays.
    }
  }

  private void interrupt() {
    if (random.nextInt(25) == 0) {
      throw new CrashException();
    }
    if (depth < DEPTH && random.nextInt(4) == 0) {
      depth++;
      int steps = 1 + random.nextInt(3);
      for (int i = 0; i < steps; i++) {
        step();
      }
      depth--;
    }
  }

  /**
   * What a replica serves must verify by each caBundle that an API server may still use, unless no
   * certificate could, since all that is in it has expired.
   */
  private void check() {
    bundles.removeIf(b -> b.replaced().filter(r -> now.isAfter(r.plus(LAG))).isPresent());
    for (Bundle bundle : bundles) {
      if (bundle.authorities().stream().allMatch(a -> StoredCertificates.hasExpired(a, now))) {
        continue;
      }
      for (Optional<KeyedCertificate> certificate : served) {
        if (certificate.filter(c -> !now.isAfter(c.notAfter())).isPresent()
            && bundle.authorities().stream()
                .noneMatch(a -> isIssuer(a, certificate.get().certificate()))) {
          violations.add(bundle.configuration() + " doesn't verify what is served, after " + trace);
        }
      }
    }
  }

  private boolean isIssuer(X509Certificate authority, X509Certificate certificate) {
    return issuers.computeIfAbsent(
        List.of(authority, certificate), pair -> Authority.isIssuer(authority, certificate));
  }

  List<String> violations() {
    return violations;
  }

  /** Lets one leader go on alone; returns what isn't as it should be then. */
  List<String> unsettled() throws StatusException, InvalidSecretException {
    CertificateRotation alone =
        new CertificateRotation(
            api,
            settings,
            "plimsoll",
            Clock.fixed(now, ZoneOffset.UTC),
            () -> Duration.between(Instant.EPOCH, now).toNanos());
    alone.look();
    now = now.plus(SETTLING);
    alone.look();
    List<String> wrong = new ArrayList<>();
    StoredCertificates stored = CertificateSecret.read(api.secret());
    api.configurations()
        .forEach(
            (configuration, object) -> {
              if (!CaBundles.hold(object, stored.authorities())) {
                wrong.add(configuration + " has other CAs");
              }
            });
    if (stored.serving().isEmpty()
        || StoredCertificates.isDue(stored.serving().get().certificate(), now.minus(SETTLING))
        || !stored.signing().hasIssued(stored.serving().get().certificate())) {
      wrong.add("there is no fresh certificate of the newest CA");
    }
    return wrong;
  }

  /** The calls of one process. */
  private final class Interrupted implements CertificateApi {
    private final int process;

    Interrupted(int process) {
      this.process = process;
    }

    private interface Operation<T> {
      T run();
    }

    private <T> T call(String name, Operation<T> operation) {
      if (!isBusy.get(process)) {
        throw new AssertionError("not running");
      }
      interrupt();
      T result = operation.run();
      trace.add(now + " " + process + " " + name + (result.equals(false) ? " too late" : ""));
      check();
      interrupt();
      return result;
    }

    @Override
    public JsonObject readSecret() {
      return call("reads Secret", api::readSecret);
    }

    @Override
    public boolean replaceSecret(JsonObject secret) {
      return call("replaces Secret", () -> api.replaceSecret(secret));
    }

    @Override
    public Optional<JsonObject> readWebhooks(WebhookConfigurationName configuration) {
      return call("reads " + configuration, () -> api.readWebhooks(configuration));
    }

    @Override
    public boolean patchWebhooks(WebhookConfigurationName configuration, JsonObject patch) {
      return call(
          "patches " + configuration,
          () -> {
            boolean isPatched = api.patchWebhooks(configuration, patch);
            if (isPatched) {
              bundles.replaceAll(
                  b ->
                      b.configuration().equals(configuration) && b.replaced().isEmpty()
                          ? new Bundle(configuration, b.authorities(), Optional.of(now))
                          : b);
              bundles.add(
                  new Bundle(
                      configuration,
                      CaBundles.named(api.readWebhooks(configuration).orElseThrow(), NAME),
                      Optional.empty()));
            }
            return isPatched;
          });
    }
  }
}
