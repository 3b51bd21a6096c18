package dev.plimsoll.kubernetes.admission.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicy;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane.Origin;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class UnreadMutatingPoliciesTest {
  private static boolean isAllRead(KubernetesControlPlane controlPlane) {
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .complete()
            .controlPlane(controlPlane)
            .build()
            .withCoverage(MutatingAdmissionPolicy.RESOURCE, Coverage.NONE);
    return UnmodelledAdmission.unread(cluster).isEmpty();
  }

  @Test
  void they_count_as_unread_if_the_cluster_is_known_to_serve_them() {
    assertThat(isAllRead(KubernetesControlPlane.of(KubernetesVersion.V1_36, Origin.API_SERVER)))
        .isFalse();
    assertThat(isAllRead(KubernetesControlPlane.of(KubernetesVersion.V1_36, Origin.KUBELETS)))
        .isFalse();
    assertThat(isAllRead(KubernetesControlPlane.of(KubernetesVersion.V1_35, Origin.API_SERVER)))
        .isTrue();
    assertThat(isAllRead(KubernetesControlPlane.DEFAULT)).isTrue();
  }
}
