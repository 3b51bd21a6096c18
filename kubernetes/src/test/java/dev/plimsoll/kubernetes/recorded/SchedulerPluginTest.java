package dev.plimsoll.kubernetes.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of a scheduler with the plug-ins of scheduler-plugins. */
class SchedulerPluginTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0/2 nodes are available: pre-filter pod few-7lqpr cannot find enough sibling pods, current"
            + " pods number: 2, minMember of group: 4. not eligible due to failed to read from"
            + " cycleState|Coscheduling|its PodGroup has 2 of at least 4 pods",
        "0/2 nodes are available: podGroup blue/big failed recently.|Coscheduling|another pod of"
            + " PodGroup blue/big was rejected shortly before",
        "pre-filter pod a cannot proceed due to gated pods in the same PodGroup|Coscheduling|a pod of"
            + " its PodGroup has a scheduling gate",
        "0/2 nodes are available: PodGroup blue/big gets rejected due to Pod gang-p2k29 is"
            + " unschedulable even after PostFilter|Coscheduling|pod gang-p2k29 of PodGroup blue/big"
            + " finds no node",
        "0/2 nodes are available: Pod red/web-gzxq5 is rejected in PreFilter because ElasticQuota red"
            + " is more than Max. 0/2 nodes are available: 1 No victims found on node"
            + " hollow-1|CapacityScheduling|the ElasticQuota of namespace red would be above its max",
        "0/2 nodes are available: Pod blue/gang-p2k29 is rejected in PreFilter because total"
            + " ElasticQuota used is more than min.|CapacityScheduling|the pods of all ElasticQuotas"
            + " would be above the sum of min",
        "0/2 nodes are available: 2 cannot align pod.|NodeResourceTopologyMatch|no NUMA zone of the"
            + " node has enough for the pod",
        "0/2 nodes are available: 2 cannot align init container.|NodeResourceTopologyMatch|no NUMA"
            + " zone of the node has enough for the init container",
      })
  void a_plugin_is_known_by_its_words(String message, String name, String why) {
    assertThat(SchedulerPlugin.of(message)).hasValue(new SchedulerPlugin(name, why));
  }

  @Test
  void the_words_of_kubernetes_are_no_plugin_of_others() {
    assertThat(
            SchedulerPlugin.of(
                "0/2 nodes are available: 2 Insufficient nvidia.com/gpu. preemption: 0/2 nodes are"
                    + " available: 2 No preemption victims found for incoming pod."))
        .isEmpty();
  }
}
