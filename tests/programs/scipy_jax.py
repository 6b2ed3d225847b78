import torch
import scipy.stats as st
import numpy as np
import jax.numpy as jnp
import numpyro.distributions as dist
d = st.norm(0, 1)
d.log_prob(np.zeros(3))
dist.Normal(0, 1).log_prob(np.zeros(3))
dist.MultivariateNormal(0, jnp.diag(std))
import tensorflow_probability as tfp
tfp.distributions.Normal(0., 1.).log_prob(np.zeros(3))
