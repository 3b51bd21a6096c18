package dev.plimsoll.admission.certificate;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.FencedException;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.server.tls.CertificateSource;
import dev.plimsoll.server.tls.KeyedCertificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The certificates that the service issues itself: the leader makes and renews them, and every
 * replica serves what it last read of the Secret.
 */
public final class WebhookCertificates implements AutoCloseable, CertificateSource {
  private final CertificateApi api;
  private final CertificateRotation rotation;
  private final BooleanSupplier isLeader;
  private final PeriodicTask task;
  private final CountDownLatch first = new CountDownLatch(1);
  private volatile Optional<KeyedCertificate> serving = Optional.empty();
  private volatile Instant authorityExpiry = Instant.MAX;

  private WebhookCertificates(
      CertificateApi api, CertificateRotation rotation, BooleanSupplier isLeader, Duration pause) {
    this.api = api;
    this.rotation = rotation;
    this.isLeader = isLeader;
    this.task = PeriodicTask.start("webhook-certificates", RunInterval.every(pause), this::run);
  }

  /**
   * Starts to keep and to read them.
   *
   * @param namespace that of the Service and the Secret
   * @param isLeader whether this replica may write now
   */
  public static WebhookCertificates start(
      CertificateSettings settings,
      String namespace,
      Connection connection,
      BooleanSupplier isLeader,
      Clock clock,
      Ticker ticker) {
    CertificateApi api =
        new KubeCertificateApi(connection.fenced(isLeader), namespace, settings.secret());
    return new WebhookCertificates(
        api,
        new CertificateRotation(api, settings, namespace, clock, ticker),
        isLeader,
        settings.times().look());
  }

  private void run() throws StatusException {
    if (isLeader.getAsBoolean()) {
      try {
        rotation.look();
      } catch (FencedException e) {
        // Another replica leads and goes on.
      }
    }
    load(api.readSecret());
  }

  /**
   * Loads the certificates from the Secret. An unusable Secret is skipped, since the leader reports
   * and replaces it.
   */
  private void load(JsonObject secret) {
    try {
      StoredCertificates stored = CertificateSecret.read(secret);
      authorityExpiry = stored.signing().keyed().notAfter();
      if (stored.serving().isPresent()) {
        serving = stored.serving();
        first.countDown();
      }
    } catch (InvalidSecretException e) {
      // What was read before goes on being served.
    }
  }

  /**
   * Waits until there is a certificate.
   *
   * @throws UnreachableException if there is none in time
   */
  public void awaitFirst(Duration most) throws InterruptedException {
    if (!first.await(most.toSeconds(), TimeUnit.SECONDS)) {
      throw new UnreachableException(
          "no certificate for the webhook in %d seconds: no replica that leads has made one"
              .formatted(most.toSeconds()));
    }
  }

  /** Returns the status of the task. */
  public TaskStatus status() {
    return task.status();
  }

  /** Returns when the CA that signs expires; never, as long as none was read. */
  public Instant authorityExpiry() {
    return authorityExpiry;
  }

  @Override
  public KeyedCertificate current() {
    return serving.orElseThrow();
  }

  @Override
  public void close() {
    task.close();
  }
}
