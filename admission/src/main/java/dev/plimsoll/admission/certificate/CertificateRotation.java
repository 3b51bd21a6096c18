package dev.plimsoll.admission.certificate;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.server.tls.KeyedCertificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.x500.X500Principal;

/**
 * Rotates the certificates step by step on the leader. First, the Secret gets a new CA. Then each
 * webhook's {@code caBundle} gets it, in addition to the former CAs. Once API servers have had time
 * to see it, it signs the serving certificate. A CA is dropped when it has expired.
 *
 * <p>Each step is a compare-and-swap and depends on stored data only, so any leader continues where
 * another ended. Webhook configurations are read before the Secret: a leader that was outdated in
 * between writes an outdated {@code caBundle} over none that is newer.
 */
final class CertificateRotation {
  private static final System.Logger LOG = System.getLogger(CertificateRotation.class.getName());

  /** More than it takes from nothing to a certificate. */
  private static final int MOST_STEPS = 8;

  private final CertificateApi api;
  private final CertificateSettings settings;
  private final String namespace;
  private final X500Principal name;
  private final Clock clock;
  private final Ticker ticker;
  private final Set<WebhookConfigurationName> missing = new HashSet<>();
  private Optional<Standing> standing = Optional.empty();

  /** Since when, by the ticker, all webhook configurations are known to have these CAs. */
  private record Standing(List<X509Certificate> authorities, long since) {}

  CertificateRotation(
      CertificateApi api,
      CertificateSettings settings,
      String namespace,
      Clock clock,
      Ticker ticker) {
    this.api = api;
    this.settings = settings;
    this.namespace = namespace;
    this.name = new X500Principal("CN=" + settings.dnsNames(namespace).get(0) + " CA");
    this.clock = clock;
    this.ticker = ticker;
  }

  /** Goes as far as it can without waiting. */
  void look() throws StatusException {
    boolean goesOn = true;
    for (int i = 0; i < MOST_STEPS && goesOn; i++) {
      goesOn = step();
    }
  }

  /** Returns whether something was changed, so that there may be more to do. */
  private boolean step() throws StatusException {
    Map<WebhookConfigurationName, JsonObject> configurations = readWebhooks();
    JsonObject secret = api.readSecret();
    Optional<StoredCertificates> usable = usable(secret);
    if (usable.isEmpty()) {
      return startAnew(secret);
    }
    StoredCertificates stored = usable.get();
    StoredCertificates wanted = withAuthorities(stored, clock.instant());
    if (!wanted.authorities().equals(stored.authorities())) {
      return replace(secret, wanted);
    }
    boolean holdAll = true;
    boolean patchedAll = true;
    for (Map.Entry<WebhookConfigurationName, JsonObject> each : configurations.entrySet()) {
      if (!CaBundles.hold(each.getValue(), stored.authorities())) {
        holdAll = false;
        patchedAll &= patch(each.getKey(), each.getValue(), stored.authorities());
      }
    }
    if (!holdAll) {
      standing = Optional.empty();
      return patchedAll;
    }
    return isSettled(stored)
        && needsServing(stored, clock.instant())
        && replace(secret, stored.withServing(issue(stored)));
  }

  private Map<WebhookConfigurationName, JsonObject> readWebhooks() throws StatusException {
    Map<WebhookConfigurationName, JsonObject> found = new LinkedHashMap<>();
    for (WebhookConfigurationName configuration : settings.webhooks()) {
      Optional<JsonObject> object = api.readWebhooks(configuration);
      object.ifPresent(o -> found.put(configuration, o));
      if (object.isPresent()) {
        missing.remove(configuration);
      } else if (missing.add(configuration)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} doesn''t exist: it gets its caBundle when it does",
            configuration);
      }
    }
    return found;
  }

  private Optional<StoredCertificates> usable(JsonObject secret) {
    if (!secret.has("data")) {
      return Optional.empty();
    }
    try {
      return Optional.of(CertificateSecret.read(secret));
    } catch (InvalidSecretException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Secret {0}/{1} is replaced, because it can''t be used: {2}",
          namespace,
          settings.secret(),
          e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Stores a new CA in the Secret. Replicas meanwhile serve certificates of a CA in the webhook
   * configurations, which are read after the Secret.
   */
  private boolean startAnew(JsonObject secret) throws StatusException {
    Instant now = clock.instant();
    Set<X509Certificate> trusted = new LinkedHashSet<>();
    for (JsonObject configuration : readWebhooks().values()) {
      CaBundles.named(configuration, name).stream()
          .filter(authority -> !StoredCertificates.hasExpired(authority, now))
          .forEach(trusted::add);
    }
    return replace(secret, withNewAuthority(trusted, Optional.empty(), now));
  }

  private StoredCertificates withAuthorities(StoredCertificates stored, Instant now) {
    StoredCertificates kept = stored.withoutExpired(now);
    return StoredCertificates.isDue(stored.signing().certificate(), now)
        ? withNewAuthority(kept.authorities(), kept.serving(), now)
        : kept;
  }

  private StoredCertificates withNewAuthority(
      Collection<X509Certificate> others, Optional<KeyedCertificate> serving, Instant now) {
    Authority created = Authority.create(name, now, settings.times().authority());
    LOG.log(
        System.Logger.Level.INFO,
        "made a new CA for the webhook, which is valid until {0}",
        created.keyed().notAfter());
    return StoredCertificates.startingWith(created, others, serving);
  }

  private boolean replace(JsonObject secret, StoredCertificates stored) throws StatusException {
    return api.replaceSecret(CertificateSecret.write(stored, secret));
  }

  private boolean patch(
      WebhookConfigurationName configuration, JsonObject object, List<X509Certificate> authorities)
      throws StatusException {
    boolean isPatched = api.patchWebhooks(configuration, CaBundles.patch(object, authorities));
    if (isPatched) {
      LOG.log(
          System.Logger.Level.INFO,
          "{0}: wrote caBundle with {1} CAs",
          configuration,
          authorities.size());
    }
    return isPatched;
  }

  /** Nobody has to see a caBundle in time as long as nothing else could be served, or is valid. */
  private boolean isSettled(StoredCertificates stored) {
    long now = ticker.read();
    if (standing.filter(s -> s.authorities().equals(stored.authorities())).isEmpty()) {
      standing = Optional.of(new Standing(stored.authorities(), now));
    }
    boolean isOnly = stored.authorities().size() == 1 && !servesValid(stored, clock.instant());
    return isOnly || now - standing.orElseThrow().since() >= settings.times().settling().toNanos();
  }

  private static boolean servesValid(StoredCertificates stored, Instant now) {
    return stored
        .serving()
        .filter(s -> !StoredCertificates.hasExpired(s.certificate(), now))
        .isPresent();
  }

  private boolean needsServing(StoredCertificates stored, Instant now) {
    return stored
        .serving()
        .map(KeyedCertificate::certificate)
        .filter(serving -> !StoredCertificates.isDue(serving, now))
        .filter(stored.signing()::hasIssued)
        .filter(serving -> names(serving).equals(Set.copyOf(settings.dnsNames(namespace))))
        .isEmpty();
  }

  private static Set<String> names(X509Certificate certificate) {
    Set<String> names = new HashSet<>();
    try {
      Collection<List<?>> all =
          Optional.ofNullable(certificate.getSubjectAlternativeNames()).orElse(List.of());
      all.forEach(name -> names.add(String.valueOf(new ArrayList<>(name).get(1))));
    } catch (CertificateParsingException e) {
      names.clear();
    }
    return names;
  }

  private KeyedCertificate issue(StoredCertificates stored) {
    KeyedCertificate issued =
        stored
            .signing()
            .issue(settings.dnsNames(namespace), clock.instant(), settings.times().serving());
    LOG.log(
        System.Logger.Level.INFO,
        "made a new certificate for the webhook, which is valid until {0}",
        issued.notAfter());
    return issued;
  }
}
