package dev.plimsoll.admission;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.admission.certificate.WebhookCertificates;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.admission.controller.ControllerSettings;
import dev.plimsoll.admission.controller.LedgerController;
import dev.plimsoll.admission.controller.LedgerPlan;
import dev.plimsoll.admission.controller.ObservedLedgers;
import dev.plimsoll.admission.gate.GateController;
import dev.plimsoll.admission.ledger.Contention;
import dev.plimsoll.admission.ledger.KubeLedgerStore;
import dev.plimsoll.admission.ledger.LedgerWatch;
import dev.plimsoll.admission.ledger.LiveObjects;
import dev.plimsoll.admission.ledger.OtherWebhooks;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.admission.review.Askers;
import dev.plimsoll.admission.review.GateRoutes;
import dev.plimsoll.admission.review.LiveWarnings;
import dev.plimsoll.admission.review.ReviewMetrics;
import dev.plimsoll.admission.review.ReviewRoutes;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.Prerequisites;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kube.watch.WatchHealth;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gate.GatedTenants;
import dev.plimsoll.model.ledger.EnforcedQuotas;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.warning.AdmissionWarnings;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.election.Candidacy;
import dev.plimsoll.server.health.ReadinessChecks;
import dev.plimsoll.server.health.WatchReadiness;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.http.HttpSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The role {@code admission} on a live cluster: the informers, the webhook, the election and the
 * controllers of ledgers and gates, wired together.
 */
public final class LiveAdmission implements AutoCloseable {
  private static final Duration FIRST_SYNC = Duration.ofMinutes(2);
  private static final Duration FIRST_CERTIFICATE = Duration.ofMinutes(2);

  /** How soon the watch usually tells of a ledger what another replica has written. */
  private static final Duration NEWS_WITHIN = Duration.ofMillis(20);

  private static final Duration ALIVE = Duration.ofMillis(100);
  private static final Duration ESCROW_PAUSE = Duration.ofMillis(50);
  private static final Duration ESCROW_TIMEOUT = Duration.ofSeconds(2);
  private static final int MOST_WRITING = 256;

  @GuardedBy("this")
  private final Deque<Runnable> closers = new ArrayDeque<>();

  private final AdmissionServiceConfiguration configuration;
  private final ControllerSettings controllerSettings;
  private volatile Optional<LedgerController> controller = Optional.empty();

  private LiveAdmission(
      AdmissionServiceConfiguration configuration, ControllerSettings controllerSettings) {
    this.configuration = configuration;
    this.controllerSettings = controllerSettings;
  }

  /** A webhook at work. */
  public record Started(LiveAdmission admission, int port) {}

  /**
   * Starts to watch the cluster, to answer, and to keep the ledgers.
   *
   * @param version what {@code /version} says
   * @throws dev.plimsoll.kube.InputException if the port is in use, or there is no kubeconfig
   * @throws dev.plimsoll.kube.live.UnreachableException if the cluster doesn't answer, or nobody
   *     issues a certificate that is to be the service's own
   */
  public static Started start(AdmissionServiceConfiguration configuration, String version)
      throws InterruptedException {
    return start(configuration, ControllerSettings.DEFAULT, version);
  }

  /**
   * Starts with other settings of the controller.
   *
   * @param version what {@code /version} says
   * @throws dev.plimsoll.kube.InputException if the port is in use, or there is no kubeconfig
   * @throws dev.plimsoll.kube.live.UnreachableException if the cluster doesn't answer, or nobody
   *     issues a certificate that is to be the service's own
   */
  public static Started start(
      AdmissionServiceConfiguration configuration,
      ControllerSettings controllerSettings,
      String version)
      throws InterruptedException {
    HttpService.check(configuration.http());
    configuration.server().management().ifPresent(HttpService::check);
    configuration.server().metrics().ifPresent(HttpService::check);
    LiveAdmission admission = new LiveAdmission(configuration, controllerSettings);
    try {
      return new Started(admission, admission.start(version).port());
    } catch (InterruptedException | RuntimeException e) {
      admission.close();
      throw e;
    }
  }

  /** Starts one part after the other; what is to be closed first is the first of the closers. */
  private synchronized Server start(String version) throws InterruptedException {
    Connection connection = Connection.open(configuration.server().access());
    closers.push(connection::close);
    configuration
        .server()
        .leaderElection()
        .require(new Prerequisites(connection))
        .serves(LedgerSummary.RESOURCE)
        .mayList(LedgerSummary.RESOURCE)
        .mayList(ResourceQuota.RESOURCE)
        .mayList(Pod.RESOURCE)
        .await(Prerequisites.LONGEST_WAIT);
    ClusterInformers informers =
        ClusterInformers.startForQuotas(configuration.server().access(), InformerOptions.DEFAULT);
    closers.push(informers::close);
    ReadinessChecks readiness = new ReadinessChecks();
    readiness.add(() -> problem(informers.quotaHealth()));
    ServerDependencies dependencies = new ServerDependencies(readiness, version);
    dependencies.addInformers(informers);
    Server.startManagement(configuration.server().management(), dependencies)
        .ifPresent(management -> closers.push(management::close));
    configuration
        .server()
        .metrics()
        .map(
            http ->
                Server.startMetrics(http, dependencies, AccessGuard.ofCluster(false, connection)))
        .ifPresent(metrics -> closers.push(metrics::close));
    boolean unused = informers.awaitSynced(FIRST_SYNC);
    LedgerPlan plan = new LedgerPlan(informers::cluster, informers::policies);
    Cluster unusedCluster = informers.store().addListener(plan);
    Connection impatient = connection.impatient(configuration.reviews().timeout());
    Askers askers = new Askers(controllerSettings.ticker());
    Cluster unusedByAskers = informers.store().addListener(askers);
    PeriodicTask alive = PeriodicTask.start("alive", RunInterval.every(ALIVE), askers::alive);
    closers.push(alive::close);
    dependencies.addDuty(alive::status);
    OtherWebhooks otherWebhooks = OtherWebhooks.start(connection);
    closers.push(otherWebhooks::close);
    dependencies.addDuty(otherWebhooks::status);
    ReviewMetrics metrics = new ReviewMetrics(dependencies.registry());
    ObservedLedgers observedLedgers =
        ObservedLedgers.of(informers, plan, controllerSettings.ticker());
    Reserver reserver =
        new Reserver(
            new KubeLedgerStore(impatient),
            controllerSettings.ticker(),
            NEWS_WITHIN,
            new Contention(
                new LiveObjects(impatient),
                controllerSettings.ticker(),
                askers::slowest,
                otherWebhooks::longest,
                Contention.Sleep.REAL,
                metrics::yielded),
            observedLedgers,
            new Reserver.Holder(UUID.randomUUID().toString(), threads()));
    closers.push(() -> returnParts(reserver));
    PeriodicTask escrow =
        PeriodicTask.start(
            "escrow", RunInterval.every(ESCROW_PAUSE), () -> reserver.settle(ESCROW_TIMEOUT));
    closers.push(escrow::close);
    dependencies.addDuty(escrow::status);
    LedgerWatch ledgerWatch = LedgerWatch.start(connection, reserver);
    closers.push(ledgerWatch::close);
    dependencies.addDuty(ledgerWatch::status);
    LiveWarnings warnings =
        new LiveWarnings(() -> warnings(informers), controllerSettings.ticker());
    closers.push(warnings::close);
    ReviewRoutes reviews =
        new ReviewRoutes(
            reserver,
            plan,
            informers::cluster,
            controllerSettings.clock(),
            configuration.reviews(),
            metrics,
            warnings,
            askers);
    closers.push(reviews::close);
    Candidacy candidacy =
        Candidacy.start(configuration.server().leaderElection(), connection, dependencies::addDuty);
    closers.push(candidacy::close);
    LedgerController keeping =
        LedgerController.start(
            informers,
            plan,
            observedLedgers,
            reserver,
            connection,
            candidacy::isLeader,
            controllerSettings,
            dependencies.registry());
    closers.push(keeping::close);
    dependencies.addDuty(keeping::status);
    controller = Optional.of(keeping);
    GateController gates =
        GateController.start(
            informers,
            connection,
            candidacy::isLeader,
            () -> incompleteness(informers),
            controllerSettings,
            dependencies.registry());
    closers.push(gates::close);
    dependencies.addDuty(gates::status);
    GateRoutes gating =
        new GateRoutes(
            () -> GatedTenants.of(informers.cluster(), informers.policies()),
            dependencies.registry());
    int unusedRounds =
        ReviewRehearsal.run(
            informers::cluster, configuration.reviews(), warnings, controllerSettings.ticker());
    Server server =
        Server.start(
            "admission",
            http(connection, candidacy, dependencies),
            dependencies,
            Stream.concat(reviews.all().stream(), gating.all().stream()).toList());
    closers.push(server::close);
    readiness.started();
    return server;
  }

  /** Returns threads for what is written side by side; beyond their number callers write. */
  private synchronized Executor threads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            0,
            MOST_WRITING,
            1,
            TimeUnit.MINUTES,
            new SynchronousQueue<>(),
            run -> {
              Thread thread = new Thread(run, "plimsoll-reserving");
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.CallerRunsPolicy());
    closers.push(threads::shutdown);
    return threads;
  }

  private static void returnParts(Reserver reserver) {
    try {
      reserver.close(ESCROW_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the settings of its listener, with its own certificate if it issues one. */
  private synchronized HttpSettings http(
      Connection connection, Candidacy candidacy, ServerDependencies dependencies)
      throws InterruptedException {
    if (configuration.certificates().isEmpty()) {
      return configuration.http();
    }
    WebhookCertificates certificates =
        WebhookCertificates.start(
            configuration.certificates().get(),
            configuration.server().leaderElection().resourceNamespace(),
            connection,
            candidacy::isLeader,
            controllerSettings.clock(),
            controllerSettings.ticker());
    closers.push(certificates::close);
    dependencies.addDuty(certificates::status);
    certificates.awaitFirst(FIRST_CERTIFICATE);
    dependencies.addCertificate("admission-ca", certificates::authorityExpiry);
    return configuration.http().withTls(configuration.http().tls().withSource(certificates));
  }

  private static AdmissionWarnings warnings(ClusterInformers informers) {
    // What ledgers say is decided when the pods come; it isn't foreseen in warnings.
    Cluster cluster = informers.cluster().withCoverage(LedgerSummary.RESOURCE, Coverage.COMPLETE);
    List<CapacityPolicy> policies = informers.policies();
    return new AdmissionWarnings(
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
        policies,
        EnforcedQuotas.of(cluster, policies));
  }

  /** Returns the reason why reviews can't be answered: data is unread or not current. */
  private Optional<String> problem(WatchHealth health) {
    return staleness(health)
        .or(
            () ->
                controller.filter(LedgerController::isListed).isEmpty()
                    ? Optional.of("the ledgers have not been read yet")
                    : Optional.empty());
  }

  private Optional<String> staleness(WatchHealth health) {
    return WatchReadiness.problem(health, configuration.server().staleAfter());
  }

  /** Returns why no gate may be removed by the snapshot, if so: it isn't current, or not whole. */
  private Optional<String> incompleteness(ClusterInformers informers) {
    WatchHealth health = informers.quotaHealth();
    return staleness(health)
        .or(() -> health.problems().stream().findFirst())
        .or(
            () ->
                informers.health().synced()
                    ? Optional.empty()
                    : Optional.of("the cluster has not been read completely yet"));
  }

  /** Ends it; the lease is given back, so that another replica can lead at once. */
  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
