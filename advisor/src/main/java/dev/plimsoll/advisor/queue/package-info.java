/**
 * Decides nominal quotas of Kueue's ClusterQueues. Entry class: {@link
 * dev.plimsoll.advisor.queue.QueueAdvisor}. This package neither reads nor changes a cluster.
 */
@NullMarked
package dev.plimsoll.advisor.queue;

import org.jspecify.annotations.NullMarked;
