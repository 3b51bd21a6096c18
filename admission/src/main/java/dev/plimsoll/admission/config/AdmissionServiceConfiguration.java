package dev.plimsoll.admission.config;

import dev.plimsoll.admission.certificate.CertificateSettings;
import dev.plimsoll.admission.certificate.WebhookConfigurationName;
import dev.plimsoll.admission.review.ReviewMode;
import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.admission.review.Undecided;
import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.kube.yaml.ValidationErrors;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kube.yaml.YamlObject;
import dev.plimsoll.server.config.CallerPolicy;
import dev.plimsoll.server.config.CertificateOrigin;
import dev.plimsoll.server.config.ListenSection;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.server.http.HttpSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the role {@code admission} runs. {@code docs/configuration.md} lists every key with its unit
 * and default.
 *
 * @param server which cluster it watches, and how replicas elect their leader
 * @param http how it listens
 * @param reviews how it answers
 * @param certificates how it issues its own certificates; empty where they come from files
 */
public record AdmissionServiceConfiguration(
    ServerConfiguration server,
    HttpSettings http,
    ReviewSettings reviews,
    Optional<CertificateSettings> certificates) {
  private static final int PORT = 8891;
  private static final Set<String> KEYS =
      Set.of(
          "enabled", "listen", "mode", "timeoutMilliseconds", "undecided", "certificates", "gangs");
  private static final Set<String> GANGS = Set.of("reserve", "holdSeconds");
  private static final int LONGEST_HOLD = 86_400;
  private static final Set<String> CERTIFICATES =
      Set.of("issuer", "service", "secret", "validatingWebhooks", "mutatingWebhooks");
  private static final Set<String> SECTIONS =
      Set.of(
          "apiVersion", "kind", "admission", "management", "metrics", "cluster", "leaderElection");

  private static final ListenSection LISTEN =
      new ListenSection(CallerPolicy.TLS, Set.of("admission"));

  /** The configuration without a file. Replicas elect their leader, since the service writes. */
  public static final AdmissionServiceConfiguration DEFAULT =
      new AdmissionServiceConfiguration(
          new ServerConfiguration(
              ServerConfiguration.DEFAULT.management(),
              ServerConfiguration.DEFAULT.metrics(),
              ServerConfiguration.DEFAULT.access(),
              ServerConfiguration.DEFAULT.staleAfter(),
              new LeaderElectionSettings(
                  true,
                  LeaderElectionSettings.DEFAULT.resourceNamespace(),
                  "plimsoll-admission",
                  LeaderElectionSettings.DEFAULT.leaseDuration())),
          new HttpSettings("127.0.0.1", PORT, 64, 256, 16L << 20, Duration.ofSeconds(30)),
          ReviewSettings.DEFAULT,
          Optional.empty());

  /** Makes a configuration by which certificates come from files, if there are any. */
  public AdmissionServiceConfiguration(
      ServerConfiguration server, HttpSettings http, ReviewSettings reviews) {
    this(server, http, reviews, Optional.empty());
  }

  /** Returns the configuration with certificates that the service issues itself. */
  public AdmissionServiceConfiguration withCertificates(CertificateSettings issued) {
    return new AdmissionServiceConfiguration(server, http, reviews, Optional.of(issued));
  }

  /**
   * Reads the file.
   *
   * @return empty where it doesn't say that the role is played
   * @throws dev.plimsoll.kube.InputException if it can't be read, or has mistakes: a line for each
   */
  public static Optional<AdmissionServiceConfiguration> read(Path file) {
    YamlObject document = YamlFile.readOne(file);
    ValidationErrors errors = new ValidationErrors(file.toString(), document.lines());
    Section admission =
        Section.of(document.json(), errors, document.json().keySet()).section("admission", KEYS);
    boolean isEnabled = admission.bool("enabled", false);
    Optional<CertificateSettings> certificates = certificates(admission);
    HttpSettings http =
        LISTEN.read(
            admission,
            file,
            DEFAULT.http(),
            certificates.isPresent() ? CertificateOrigin.ISSUED : CertificateOrigin.FILES);
    ReviewSettings reviews = reviews(admission);
    if (!isEnabled) {
      errors.throwIfAny();
      return Optional.empty();
    }
    Section root = Section.of(document.json(), errors, SECTIONS);
    ServerConfiguration.requireType(root);
    ServerConfiguration server = ServerConfiguration.of(root, file, DEFAULT.server());
    errors.throwIfAny();
    return Optional.of(new AdmissionServiceConfiguration(server, http, reviews, certificates));
  }

  private static Optional<CertificateSettings> certificates(Section admission) {
    CertificateSettings absent = CertificateSettings.DEFAULT;
    Section certificates = admission.section("certificates", CERTIFICATES);
    boolean isOwn =
        certificates.choice("issuer", Map.of("Self", Boolean.TRUE, "Files", Boolean.FALSE), false);
    if (!isOwn) {
      CERTIFICATES.stream()
          .filter(key -> !key.equals("issuer") && certificates.has(key))
          .sorted()
          .forEach(key -> certificates.addError(key, "must be set together with issuer: Self"));
      return Optional.empty();
    }
    List<WebhookConfigurationName> webhooks = new ArrayList<>();
    webhooks(
        certificates, "validatingWebhooks", WebhookConfigurationName.Kind.VALIDATING, webhooks);
    webhooks(certificates, "mutatingWebhooks", WebhookConfigurationName.Kind.MUTATING, webhooks);
    return Optional.of(
        new CertificateSettings(
            certificates.text("service").orElse(absent.service()),
            certificates.text("secret").orElse(absent.secret()),
            webhooks,
            absent.times()));
  }

  private static void webhooks(
      Section certificates,
      String key,
      WebhookConfigurationName.Kind kind,
      List<WebhookConfigurationName> all) {
    if (certificates.has(key)) {
      certificates.texts(key).forEach(name -> all.add(new WebhookConfigurationName(kind, name)));
    } else {
      CertificateSettings.DEFAULT.webhooks().stream()
          .filter(webhook -> webhook.kind() == kind)
          .forEach(all::add);
    }
  }

  private static ReviewSettings reviews(Section admission) {
    ReviewSettings absent = ReviewSettings.DEFAULT;
    return new ReviewSettings(
        Duration.ofMillis(
            admission.number("timeoutMilliseconds", absent.timeout().toMillis(), 100, 25_000)),
        absent.reservation(),
        admission.choice(
            "undecided",
            Map.of("Deny", Undecided.DENY, "Allow", Undecided.ALLOW),
            absent.undecided()),
        admission.choice(
            "mode", Map.of("Deny", ReviewMode.DENY, "Audit", ReviewMode.AUDIT), absent.mode()),
        gangHold(admission.section("gangs", GANGS), absent.gangHold().orElse(Duration.ZERO)));
  }

  private static Optional<Duration> gangHold(Section gangs, Duration absent) {
    long seconds = gangs.number("holdSeconds", absent.toSeconds(), 1, LONGEST_HOLD);
    return gangs.bool("reserve", true)
        ? Optional.of(Duration.ofSeconds(seconds))
        : Optional.empty();
  }
}
