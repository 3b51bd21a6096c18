package dev.plimsoll.admission;

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
import dev.plimsoll.admission.review.TakenNames;
import dev.plimsoll.kube.live.Connection;
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
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.role.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The role {@code admission} on a live cluster: the informers, the webhook, the election and the
 * controllers of ledgers and gates, wired together.
 */
public final class LiveAdmission implements AutoCloseable {
  private static final Duration FIRST_CERTIFICATE = Duration.ofMinutes(2);

  /** How soon the watch usually tells of a ledger what another replica has written. */
  private static final Duration NEWS_WITHIN = Duration.ofMillis(20);

  private static final Duration ALIVE = Duration.ofMillis(100);

  /** How long a creation waits to hear whether its name is taken. */
  private static final Duration LOOKUP = Duration.ofMillis(500);

  private final Role role;
  private final int port;

  private LiveAdmission(Role role, int port) {
    this.role = role;
    this.port = port;
  }

  /**
   * Starts to watch the cluster, to answer, and to keep the ledgers.
   *
   * @param version what {@code /version} says
   * @throws dev.plimsoll.kube.InputException if the port is in use, or there is no kubeconfig
   * @throws dev.plimsoll.kube.live.UnreachableException if the cluster doesn't answer, or nobody
   *     issues a certificate that is to be the service's own
   */
  public static LiveAdmission start(AdmissionServiceConfiguration configuration, String version)
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
  public static LiveAdmission start(
      AdmissionServiceConfiguration configuration, ControllerSettings settings, String version)
      throws InterruptedException {
    return Role.start(
        configuration.server(),
        configuration.server().access(),
        List.of(configuration.http()),
        version,
        role -> new LiveAdmission(role, listen(role, configuration, settings).port()));
  }

  /** Starts one part after the other. */
  private static Server listen(
      Role role, AdmissionServiceConfiguration configuration, ControllerSettings settings)
      throws InterruptedException {
    role.require(
        needed ->
            needed
                .serves(LedgerSummary.RESOURCE)
                .mayList(LedgerSummary.RESOURCE)
                .mayList(ResourceQuota.RESOURCE)
                .mayList(Pod.RESOURCE));
    Connection connection = role.connection();
    ServerDependencies dependencies = role.dependencies();
    ClusterInformers informers =
        role.watch(
            ClusterInformers.startForQuotas(
                configuration.server().access(), InformerOptions.DEFAULT),
            ClusterInformers::quotaHealth,
            AccessGuard.ofCluster(false, connection));
    LedgerPlan plan = new LedgerPlan(informers::cluster, informers::policies);
    Cluster unusedCluster = informers.store().addListener(plan);
    Connection impatient = connection.impatient(configuration.reviews().timeout());
    Askers askers = new Askers(settings.ticker());
    Cluster unusedByAskers = informers.store().addListener(askers);
    OtherWebhooks otherWebhooks = role.add(OtherWebhooks.start(connection), OtherWebhooks::status);
    ReviewMetrics metrics = new ReviewMetrics(dependencies.registry());
    ObservedLedgers observedLedgers = ObservedLedgers.of(informers, plan, settings.ticker());
    Reserver reserver =
        new Reserver(
            new KubeLedgerStore(impatient),
            settings.ticker(),
            NEWS_WITHIN,
            new Contention(
                new LiveObjects(impatient),
                settings.ticker(),
                askers::slowest,
                otherWebhooks::longest,
                Contention.Sleep.REAL,
                metrics::yielded),
            observedLedgers);
    PeriodicTask unusedAlive =
        role.add(
            PeriodicTask.start(
                "alive",
                RunInterval.every(ALIVE),
                () -> {
                  askers.alive();
                  reserver.seeReservations();
                }),
            PeriodicTask::status);
    LedgerWatch unusedWatch =
        role.add(LedgerWatch.start(connection, reserver), LedgerWatch::status);
    LiveWarnings warnings =
        role.add(
            new LiveWarnings(
                () -> warnings(informers, configuration.reviews().reservesGangs()),
                settings.ticker()));
    ReviewRoutes reviews =
        role.add(
            new ReviewRoutes(
                reserver,
                plan,
                informers::cluster,
                settings.clock(),
                configuration.reviews(),
                metrics,
                warnings,
                new TakenNames(
                    informers::cluster, new LiveObjects(connection.impatient(LOOKUP))::find),
                askers));
    Candidacy candidacy = role.stand();
    LedgerController ledgers =
        role.add(
            LedgerController.start(
                informers,
                plan,
                observedLedgers,
                reserver,
                connection,
                candidacy::isLeader,
                settings,
                dependencies.registry()),
            LedgerController::status);
    role.readyIf(
        () ->
            ledgers.isListed()
                ? Optional.empty()
                : Optional.of("the ledgers have not been read yet"));
    GateController unusedGates =
        role.add(
            GateController.start(
                informers,
                connection,
                candidacy::isLeader,
                () -> incompleteness(role, informers),
                settings,
                dependencies.registry()),
            GateController::status);
    GateRoutes gating =
        new GateRoutes(
            () -> GatedTenants.of(informers.cluster(), informers.policies()),
            dependencies.registry());
    int unusedRounds =
        ReviewRehearsal.run(
            informers::cluster, configuration.reviews(), warnings, settings.ticker());
    Server server =
        role.add(
            Server.start(
                "admission",
                http(role, configuration, settings, candidacy),
                dependencies,
                Stream.concat(reviews.all().stream(), gating.all().stream()).toList()));
    role.ready();
    return server;
  }

  /** Returns the settings of its listener, with its own certificate if it issues one. */
  private static HttpSettings http(
      Role role,
      AdmissionServiceConfiguration configuration,
      ControllerSettings settings,
      Candidacy candidacy)
      throws InterruptedException {
    if (configuration.certificates().isEmpty()) {
      return configuration.http();
    }
    WebhookCertificates certificates =
        role.add(
            WebhookCertificates.start(
                configuration.certificates().get(),
                configuration.server().leaderElection().resourceNamespace(),
                role.connection(),
                candidacy::isLeader,
                settings.clock(),
                settings.ticker()),
            WebhookCertificates::status);
    certificates.awaitFirst(FIRST_CERTIFICATE);
    role.dependencies().addCertificate("admission-ca", certificates::authorityExpiry);
    return configuration.http().withTls(configuration.http().tls().withSource(certificates));
  }

  private static AdmissionWarnings warnings(ClusterInformers informers, boolean reservesGangs) {
    // What ledgers say is decided when the pods come; it isn't foreseen in warnings.
    Cluster cluster = informers.cluster().withCoverage(LedgerSummary.RESOURCE, Coverage.COMPLETE);
    List<CapacityPolicy> policies = informers.policies();
    return new AdmissionWarnings(
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
        policies,
        EnforcedQuotas.of(cluster, policies),
        reservesGangs);
  }

  /** Returns why no gate may be removed by the snapshot, if so: it isn't current, or not whole. */
  private static Optional<String> incompleteness(Role role, ClusterInformers informers) {
    WatchHealth health = informers.quotaHealth();
    return role.staleness(health)
        .or(() -> health.problems().stream().findFirst())
        .or(
            () ->
                informers.health().synced()
                    ? Optional.empty()
                    : Optional.of("the cluster has not been read completely yet"));
  }

  /** Returns the port that reviews are posted to. */
  public int port() {
    return port;
  }

  /** Ends it; the lease is given back, so that another replica can lead at once. */
  @Override
  public void close() {
    role.close();
  }
}
