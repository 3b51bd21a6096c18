package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;

/**
 * What is known when a question is asked.
 *
 * @param question the question
 * @param cluster the cluster at the time, without pods that have ended
 * @param pod the pod that waits
 * @param started the pods that have got a node so far, in this order
 * @param ended the pods that have ended so far, in this order
 */
record AskedQueue(
    Question question, Cluster cluster, Pod pod, List<Run> started, List<Run> ended) {}
